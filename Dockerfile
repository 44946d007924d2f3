# Builds the one binary and puts it on a small Debian; the database lives in the volume /data.
FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --locked --profile dist

FROM debian:bookworm-slim
RUN useradd --system --create-home --home-dir /data daykeeper
COPY --from=build /src/target/dist/daykeeper /usr/local/bin/daykeeper
USER daykeeper
WORKDIR /data
VOLUME /data
ENV DAYKEEPER_LISTEN=0.0.0.0:8080 \
    DAYKEEPER_DATABASE_URL=sqlite:/data/daykeeper.db
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["daykeeper", "health"]
CMD ["daykeeper", "serve"]
