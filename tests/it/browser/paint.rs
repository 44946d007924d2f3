//! Play by picture in a real browser: the board is painted in a canvas, as a paint program does, and
//! handed in by dropping, pasting or choosing the file.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use thirtyfour::prelude::*;

use super::accessibility::faultless;
use super::driver::{Browser, Theme, browse};
use super::scene::Scene;
use super::screens::keep;

/// Paints in the newest board of the match whose page is open: `PAINT` may use `brush`, and `square`,
/// which gives left, top, width and height of a square's inside at scale 3. Then hands it in by `SEND`,
/// which has a `file` and a `carried` `DataTransfer` with it. What goes wrong ends in the title.
const SESSION: &str = "
    (async () => {
        const path = location.pathname.match(/^\\/matches\\/[^/]+/)[0];
        const answer = await fetch(`${path}/board.png`);
        const image = await createImageBitmap(await answer.blob());
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const brush = canvas.getContext('2d');
        brush.drawImage(image, 0, 0);
        const square = (name) => [
            3 * (16 * (name.charCodeAt(0) - 97) + 2), 3 * (16 * (13 - Number(name.slice(1))) + 2), 42, 42,
        ];
        PAINT
        const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'));
        const file = new File([blob], 'my edit.png', { type: 'image/png' });
        const carried = new DataTransfer();
        carried.items.add(file);
        window.painted = canvas.toDataURL('image/png');
        SEND
    })().catch((error) => { document.title = `failed: ${error}`; });";

/// The unit on b13 is cut out and put down on c13.
const MOVED: &str = "
    const unit = brush.getImageData(...square('b13'));
    brush.putImageData(unit, ...square('c13').slice(0, 2));
    brush.fillStyle = '#ffffff';
    brush.fillRect(...square('b13'));";

const DROP: &str = "document.querySelector('main').dispatchEvent(
    new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }));";
const PASTE: &str = "document.body.dispatchEvent(
    new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: carried }));";

impl Browser {
    async fn paint(&self, paint: &str, send: &str) -> WebDriverResult<()> {
        let session = SESSION.replace("PAINT", paint).replace("SEND", send);
        self.ask(&session).await?;
        Ok(())
    }

    /// What was painted, saved as a file on the reader's disk.
    async fn saved(&self, paint: &str, folder: &std::path::Path) -> WebDriverResult<String> {
        self.paint(paint, "").await?;
        self.until("return Boolean(window.painted)").await?;
        let url = self.ask("return window.painted").await?;
        let (_, data) = (url.as_str().and_then(|url| url.split_once(','))).expect("a data address");
        let file = folder.join("saved by a browser.png");
        std::fs::write(&file, STANDARD.decode(data).expect("it is base64"))?;
        Ok(file.display().to_string())
    }
}

#[tokio::test]
async fn a_unit_is_moved_with_a_brush_and_the_picture_dropped() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&scene.played).await?;
        browser.paint(MOVED, DROP).await?;
        browser.see_text("#c-h", "The turn in your picture").await?;
        browser.see_text(".board .bar", "made from turn 3").await?;
        browser.see_text(".unsent", "NOT SENT").await?;
        browser.see_text("main li", "b13: unit disappeared").await?;
        assert_eq!(browser.typed("#steps-text").await?, "move b13 c13");
        browser.see(".m-halo").await?;
        keep(&browser, "picture").await?;
        browser.click(".send button", "Send turn").await?;
        browser.see_text("#turn-4", "move b13 c13").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_wall_is_painted_pasted_and_the_turn_goes_on_by_clicks() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    let wall = "
        const [left, top] = square('f1');
        brush.fillStyle = '#3388ff';
        brush.fillRect(left, top - 6, 42, 6);";
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        browser.paint(wall, PASTE).await?;
        browser.see_text("#c-h", "The turn in your picture").await?;
        assert_eq!(browser.typed("#steps-text").await?, "build f1 up");
        browser.click(".send button", "Edit on the board").await?;
        browser.see("img[data-board]").await?;
        browser.see_text(".unsent", "NOT SENT").await?;
        assert_eq!(browser.typed("#steps-text").await?, "build f1 up");
        for square in ["j1", "j2"] {
            let cell = browser.see(&format!("[data-square='{square}']")).await?;
            cell.scroll_into_view().await?;
            cell.click().await?;
        }
        browser
            .until(
                "return document.querySelector('#steps-text').value === 'build f1 up\\nmove j1 j2'",
            )
            .await?;
        browser.click(".send button", "Send turn").await?;
        browser.see_text("#turn-15", "build f1 up").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_smudged_square_is_named_and_chosen_without_a_script() {
    let scene = Scene::new().await;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let smudged = format!(
        "{MOVED}
        const [left, top, width] = square('c13');
        brush.fillRect(left, top, width, 20);"
    );
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&scene.played).await?;
        let file = browser.saved(&smudged, folder.path()).await?;
        browser.without_scripts().await?;
        browser.open(&scene.played).await?;
        browser.see("#picture-file").await?.send_keys(file).await?;
        browser.click(".drop button", "Read the picture").await?;
        browser
            .see_text("#c-h", "One square cannot be read")
            .await?;
        let c13 = browser.see_text(".crops li", "c13").await?.text().await?;
        assert!(
            c13.contains("Ada’s Engineer") && c13.contains("for certain"),
            "{c13}"
        );
        browser.click(".pick label", "Ada’s Engineer").await?;
        browser.click("main button", "Read it so").await?;
        browser.see_text("#c-h", "The turn in your picture").await?;
        assert_eq!(browser.typed("#steps-text").await?, "move b13 c13");
        browser.click(".send button", "Send turn").await?;
        browser.see_text("#turn-4", "move b13 c13").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn pages_of_pictures_are_faultless_and_kept_for_a_look() {
    let scene = Scene::new().await;
    let smudged = format!(
        "{MOVED}
        brush.fillRect(square('c13')[0], square('c13')[1], 42, 20);
        brush.fillStyle = '#3388ff';
        brush.fillRect(square('e12')[0] + 42, square('e12')[1], 6, 28);
        brush.fillStyle = '#e8b8b0';
        brush.fillRect(...square('g13'));"
    );
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&format!("{}/picture", scene.played)).await?;
        faultless(&browser, "the form for pictures").await?;
        browser.paint(&smudged, DROP).await?;
        browser
            .see_text("#c-h", "Three squares cannot be read")
            .await?;
        browser.see_text(".crops", "The wall right of e12").await?;
        faultless(&browser, "doubtful squares").await?;
        keep(&browser, "picture-unreadable").await?;
        browser.look(1440, Theme::Light).await?;
        browser.open(&scene.played).await?;
        browser.paint(MOVED, DROP).await?;
        browser.see_text("#c-h", "The turn in your picture").await?;
        faultless(&browser, "a turn that was found").await
    })
    .await;
}

#[tokio::test]
async fn what_a_canvas_saves_is_the_board_that_was_drawn_in_it() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        for (paint, send) in [("", DROP), ("brush.filter = 'none';", PASTE)] {
            browser.open(&scene.played).await?;
            browser.paint(paint, send).await?;
            browser.see_text("#c-h", "Nothing was changed").await?;
            browser
                .see_text("main", "it is the board after turn 3")
                .await?;
        }
        // What is no PNG is not sent at all.
        browser.open(&scene.played).await?;
        browser
            .paint(
                "",
                "carried.items.clear();
                carried.items.add(new File([blob], 'edit.jpg', { type: 'image/jpeg' }));
                document.body.dispatchEvent(
                    new ClipboardEvent('paste', { bubbles: true, clipboardData: carried }));",
            )
            .await?;
        browser.see_text("#picture-h", "That is no PNG").await?;
        Ok(())
    })
    .await;
}
