// A match as it happens: whatever is committed shows without reloading the page. The page itself is
// asked for again and its parts are put in place of the old ones; what somebody types is left alone.
import { now, showLocalTimes } from './clock.js';
import { startComposer } from './composer.js';
import { startCopying } from './copy.js';

const KINDS = [
  'created', 'seated', 'announced', 'withdrawn', 'lapsed', 'moved', 'passed', 'resigned', 'draw_offered', 'draw_declined',
  'draw_agreed', 'flagged', 'taken_back', 'left', 'lifted', 'reverted', 'removed', 'replaced', 'paused', 'resumed', 'closed',
  'annotated', 'post_hidden', 'sprites_reset', 'position_set', 'retitled', 'hidden', 'ended',
];
const SOON = 50;
const POLL = 30_000;
const LONGEST = 2 ** 31 - 1;
/** What belongs to the turn form without standing in it. */
const BESIDE = '.aim, .h-wrap';

/** Follows the match, where the page shows one. */
export function startLive() {
  const box = document.querySelector('[data-live]');
  if (box) new Live(box).start();
}

class Live {
  constructor(box) {
    this.box = box;
    this.seq = Number(box.dataset.seq);
    this.colours = new CSSStyleSheet();
  }

  start() {
    document.adoptedStyleSheets.push(this.colours);
    this.follow();
    this.wait();
    // A page out of the browser's history is as old as it was left.
    addEventListener('pageshow', (event) => event.persisted && (this.follow(), this.refresh()));
    addEventListener('pagehide', () => this.source?.close());
  }

  /** Follows by events; where that fails for good, asks again and again. */
  follow() {
    clearTimeout(this.poll);
    this.source?.close();
    this.source = new EventSource(`${this.box.dataset.live}?after=${this.seq}`);
    for (const kind of KINDS) this.source.addEventListener(kind, (event) => this.hear(JSON.parse(event.data)));
    this.source.addEventListener('watching', (event) => this.count(JSON.parse(event.data).watching));
    this.source.addEventListener('error', () => {
      // The browser comes again by itself unless it was refused.
      if (this.source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.poll);
      this.poll = setTimeout(() => (this.refresh(), this.follow()), POLL);
    });
  }

  hear({ seq }) {
    if (seq <= this.seq) return;
    this.seq = seq;
    this.refreshSoon();
  }

  count(watching) {
    const shown = document.querySelector('[data-watching]');
    if (!shown) return;
    shown.hidden = watching < 2;
    shown.textContent = `${watching} watching`;
  }

  refreshSoon() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.refresh(), SOON);
  }

  /** Looks again at the instant at which something changes by itself, such as the day. */
  wait() {
    clearTimeout(this.waiting);
    const next = Date.parse(this.box.dataset.next) - now();
    // Not everybody at the same moment.
    if (0 < next && next < LONGEST) this.waiting = setTimeout(() => this.refresh(), next + 200 + Math.random() * 2000);
  }

  async refresh() {
    if (this.busy) return (this.again = true);
    this.busy = true;
    try {
      const answer = await fetch(location.pathname + location.search, { headers: { Accept: 'text/html' } });
      if (answer.ok) this.show(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    } catch {
      // The stream breaks as well, and comes again with what was missed.
    }
    this.busy = false;
    if (!this.again) return;
    this.again = false;
    this.refresh();
  }

  show(page) {
    const box = page.querySelector('[data-live]');
    if (!box) return;
    this.seq = Math.max(this.seq, Number(box.dataset.seq));
    this.box.dataset.next = box.dataset.next;
    this.colours.replaceSync(page.querySelector('style[data-colours]')?.textContent ?? '');
    document.title = page.title;
    this.swapParts(page);
    this.swapComposer(page);
    this.addPosts(page);
    this.lengthenReplay(page);
    this.wait();
  }

  swapParts(page) {
    for (const part of document.querySelectorAll('[data-part]')) {
      const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
      if (fresh) put(part, fresh);
    }
    const [board, fresh] = [document, page].map((root) => root.querySelector('img[data-board]'));
    if (!board || !fresh) return;
    const shown = board.getAttribute('src') === board.dataset.board;
    board.dataset.board = fresh.dataset.board;
    if (!shown) return;
    board.src = fresh.dataset.board;
    board.alt = fresh.alt;
  }

  swapComposer(page) {
    const [desk, fresh] = [document, page].map((root) => root.querySelector('.composer'));
    if (!desk || !fresh) return;
    if (isTouched(desk)) {
      // Its steps are tried out on the new board, and stay as they are.
      desk.querySelector('textarea')?.dispatchEvent(new Event('input', { bubbles: true }));
      return;
    }
    for (const part of document.querySelectorAll(BESIDE)) {
      const other = page.querySelector(`.${part.classList[0]}`);
      if (other) put(part, other);
      else part.remove();
    }
    this.showSteps(page);
    put(desk, fresh);
    startComposer();
    document.dispatchEvent(new Event('desk'));
  }

  /** The steps of the new form are drawn on the new board. */
  showSteps(page) {
    const [board, fresh] = [document, page].map((root) => root.querySelector('img[data-board]'));
    if (!board || !fresh) return;
    board.src = fresh.getAttribute('src');
    board.alt = fresh.alt;
    board.parentElement.classList.remove('bare');
  }

  addPosts(page) {
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
        this.tell(post);
      } else if (old.className !== post.className) put(old, post);
      after = document.getElementById(post.id);
    }
  }

  /** A replay that is open stays where it is, and goes on to the newest turn. */
  lengthenReplay(page) {
    const [slider, fresh] = [document, page].map((root) => root.querySelector('[data-replay] input[type=range]'));
    if (!slider || !fresh) return;
    slider.max = fresh.max;
    slider.closest('[data-replay]').dataset.struck = fresh.closest('[data-replay]').dataset.struck;
  }

  tell(post) {
    const news = document.querySelector('[data-news]');
    if (news) news.textContent = `New: ${post.querySelector('h3').textContent} by ${post.querySelector('.by').textContent.trim()}`;
  }
}

/** Whether somebody has typed at the desk or pointed at the board, or is about to. */
function isTouched(desk) {
  const changed = (field) => (['radio', 'checkbox'].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  const held = document.activeElement?.closest('.squares, .menu, .aim') || document.querySelector('.squares [aria-selected=true]');
  return Boolean(held) || desk.contains(document.activeElement) || [...desk.querySelectorAll('input, textarea')].some(changed);
}

function put(old, fresh) {
  const held = old.contains(document.activeElement) && document.activeElement.id;
  old.replaceWith(fresh);
  dress(fresh);
  if (held) document.getElementById(held)?.focus();
}

function dress(part) {
  showLocalTimes(part);
  startCopying(part);
}
