// A page that was asked for again, put in place of the present one part by part. What somebody writes
// is left alone.
import { goOn, startComposer } from './composer.js';
import { both, dress, put, replace } from './parts.js';
import { startPicture } from './picture.js';
import { startReplays } from './replay.js';

const colours = new CSSStyleSheet();
document.adoptedStyleSheets.push(colours);

/** Shows what is new in a page; `typed` is how far typing had come when it was asked for. */
export function renew(page, typed) {
  colours.replaceSync(page.querySelector('style[data-colours]')?.textContent ?? '');
  document.title = page.title;
  for (const part of document.querySelectorAll('[data-part]')) {
    const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
    if (fresh) put(part, fresh);
  }
  renewBoard(page);
  if (!goOn(page, typed)) renewDesk(page);
  renewThread(page);
  renewReplay(page);
}

// Where steps are drawn on the board they stay there: their form knows when to draw them anew.
function renewBoard(page) {
  const [board, fresh] = both(page, 'img[data-board]');
  if (!board || !fresh) return;
  const isStanding = board.getAttribute('src') === board.dataset.board;
  board.dataset.board = fresh.dataset.board;
  board.alt = fresh.alt;
  if (isStanding) draw(board, fresh.dataset.board);
}

function draw(board, picture) {
  if (board.getAttribute('src') !== picture) board.src = picture;
}

// The desk itself, and whatever belongs to it and stands beside it.
function renewDesk(page) {
  const [desk, fresh] = both(page, '.composer');
  if (!desk || !fresh) return;
  const typed = changedFields(desk);
  // What is written has no place on the new desk: then it stays on the old one.
  if (!typed.every(({ name }) => fresh.querySelector(`[name="${name}"]`))) return;
  const { square } = document.activeElement.dataset;
  const hadPicture = document.querySelector('form[data-picture]');
  for (const part of document.querySelectorAll('[data-beside], .h-wrap')) {
    const other = page.querySelector(part.dataset.beside ? `[data-beside="${part.dataset.beside}"]` : '.h-wrap');
    if (other) put(part, other);
  }
  if (!hadPicture) startPicture();
  const [board, drawn] = both(page, 'img[data-board]');
  if (board && drawn) draw(board, drawn.getAttribute('src'));
  replace(desk, fresh);
  typed.forEach((field) => write(field, document.querySelector(`.composer [name="${field.name}"]`)));
  startComposer();
  document.dispatchEvent(new Event('desk'));
  if (square) document.querySelector(`[data-square="${square}"]`)?.focus({ preventScroll: true });
}

function changedFields(desk) {
  const isBox = (field) => ['radio', 'checkbox'].includes(field.type);
  const isChanged = (field) => (isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  return [...desk.querySelectorAll('input, textarea')].filter(isChanged);
}

function write(from, to) {
  to.value = from.value;
  if ('checked' in from) to.checked = from.checked;
}

function renewThread(page) {
  const thread = document.querySelector('#thread');
  const fresh = [...page.querySelectorAll('#thread > article')];
  if (!thread || !fresh.length) return;
  const ids = new Set(fresh.map((post) => post.id));
  for (const post of thread.querySelectorAll(':scope > article')) if (!ids.has(post.id)) post.remove();
  let after = thread.firstElementChild;
  for (const post of fresh) {
    const old = document.getElementById(post.id);
    if (!old) {
      after.after(post);
      dress(post);
      tell(post);
    } else if (!saysTheSame(old, post)) put(old, post);
    after = document.getElementById(post.id);
  }
}

// Whoever has a box of a post open keeps it open, as long as the post says the same.
function saysTheSame(old, post) {
  dress(post);
  return old.className === post.className && old.textContent === post.textContent;
}

function tell(post) {
  const news = document.querySelector('[data-news]');
  if (news) news.textContent = `New: ${post.querySelector('h3').textContent} by ${post.querySelector('.by').textContent.trim()}`;
}

// A replay that is open stays where it is, and goes on to the newest turn.
function renewReplay(page) {
  const [box, fresh] = both(page, '[data-replay]');
  if (!fresh) return;
  if (box) {
    box.querySelector('input[type=range]').max = fresh.querySelector('input[type=range]').max;
    box.dataset.struck = fresh.dataset.struck;
    box.dataset.query = fresh.dataset.query;
    return;
  }
  const [place, begun] = both(page, '[data-begin=replay]');
  if (!place || !begun) return;
  put(place, begun);
  startReplays(begun);
}
