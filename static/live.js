// A match as it happens: whatever is committed shows without reloading the page. The page itself is
// asked for again and its parts are put in place of the old ones (renew.js).
import { now, setClock } from './clock.js';
import { stamp } from './composer.js';
import { renew } from './renew.js';

const KINDS = [
  'created', 'seated', 'announced', 'withdrawn', 'lapsed', 'moved', 'passed', 'resigned', 'draw_offered', 'draw_declined',
  'draw_agreed', 'flagged', 'taken_back', 'left', 'lifted', 'reverted', 'removed', 'replaced', 'paused', 'resumed', 'closed',
  'annotated', 'post_hidden', 'sprites_reset', 'position_set', 'retitled', 'hidden', 'ended',
];
/** Several events at once are one change of the page. */
const SOON = 50;
/** The server says something every quarter of a minute; after so long without a word the page asks for itself. */
const SILENCE = 35_000;
/** How soon a page is asked for again that could not be had. */
const AGAIN = 2_000;
/** How long a page may take to come. */
const PATIENCE = 20_000;
const LONGEST = 2 ** 31 - 1;

/** Follows the match, where the page shows one. */
export function startLive() {
  const box = document.querySelector('[data-live]');
  if (box) new Live(box).start();
}

class Live {
  constructor(box) {
    this.box = box;
    this.stream = box.dataset.live;
    this.page = this.stream.replace(/\/live$/, '');
    this.seq = Number(box.dataset.seq);
    this.pause = AGAIN;
  }

  start() {
    // A refused form leaves its own address behind, at which there is nothing to look at again.
    if (location.pathname !== this.page) history.replaceState(null, '', this.page);
    this.follow();
    this.wait();
    addEventListener('pageshow', (event) => event.persisted && this.catchUp());
    addEventListener('pagehide', () => this.source.close());
    // A browser opens few streams at a time: pages that nobody sees leave them to others, and ask now and then.
    document.addEventListener('visibilitychange', () => (document.hidden ? this.source.close() : this.catchUp()));
  }

  follow() {
    this.source?.close();
    this.source = new EventSource(`${this.stream}?after=${this.seq}`);
    for (const kind of KINDS) this.source.addEventListener(kind, (event) => this.hear(JSON.parse(event.data)));
    this.source.addEventListener('watching', (event) => this.count(JSON.parse(event.data)));
    this.listen();
  }

  /** Expects to hear something in time. A stream that is refused, stuck or gone is not heard. */
  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.catchUp(), SILENCE);
  }

  catchUp() {
    this.refreshIn(0);
    if (document.hidden) this.listen();
    else this.follow();
  }

  hear({ seq }) {
    this.listen();
    if (seq > this.seq) this.refreshIn(SOON);
  }

  count({ watching }) {
    this.listen();
    const shown = document.querySelector('[data-watching]');
    if (!shown) return;
    shown.hidden = watching < 2;
    shown.textContent = `${watching} watching`;
  }

  /** Looks again at the instant at which something changes by itself, such as the day. */
  wait() {
    const next = Date.parse(this.box.dataset.next) - now();
    clearTimeout(this.waiting);
    // The countdown says it first; and not everybody asks at the same moment.
    if (next < LONGEST) this.waiting = setTimeout(() => this.refreshIn(0), Math.max(0, next) + 1000 + Math.random() * 1500);
  }

  refreshIn(millis) {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.refresh(), millis);
  }

  async refresh() {
    if (this.busy) return this.refreshIn(SOON);
    this.busy = true;
    const typed = stamp();
    const address = this.page + (location.pathname === this.page ? location.search : '');
    try {
      const answer = await fetch(address, { headers: { Accept: 'text/html' }, signal: AbortSignal.timeout(PATIENCE) });
      if (answer.ok) this.show(read(await answer.text()), typed);
      else if (answer.status === 429 || answer.status >= 500) this.tryAgain();
    } catch {
      this.tryAgain();
    } finally {
      this.busy = false;
    }
  }

  tryAgain() {
    this.refreshIn(this.pause);
    this.pause = Math.min(2 * this.pause, SILENCE);
  }

  show(page, typed) {
    const box = page.querySelector('[data-live]');
    if (!box) return;
    this.pause = AGAIN;
    this.seq = Math.max(this.seq, Number(box.dataset.seq));
    this.box.dataset.next = box.dataset.next;
    setClock(page);
    renew(page, typed);
    this.wait();
  }
}

/** A page that was fetched. Its styles are taken for this page's own, which the browser lets in. */
function read(text) {
  const own = document.querySelector('style[nonce]')?.nonce ?? '';
  return new DOMParser().parseFromString(text.replace(/<style nonce="[^"]*"/g, `<style nonce="${own}"`), 'text/html');
}
