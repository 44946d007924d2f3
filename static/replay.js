// The replay player: turns of a match, or steps of a turn, by slider, buttons and keys. What it shows are
// the server's own pictures.
const PACE = 1000;
const CALM_PACE = 2500;

/** Starts every player under `root`. */
export function startReplays(root = document) {
  for (const box of root.querySelectorAll('[data-replay]')) new Player(box, new Turns(box)).start();
  for (const box of root.querySelectorAll('[data-walk]')) new Player(box, new Steps(box)).start();
}

/** The turns of a match that count, in their permanent pictures; both ends count. */
class Turns {
  constructor(box) {
    this.box = box;
  }

  /** A turn, or where it is struck through the next that counts in one direction. */
  near(turn, direction) {
    const struck = this.box.dataset.struck.split(' ');
    let found = turn;
    while (struck.includes(String(found))) found += direction;
    return found;
  }

  source(turn) {
    return `${this.box.dataset.replay}${turn}.png${this.box.dataset.query}`;
  }

  alt(turn) {
    return turn ? `The board after turn ${turn}, changed squares marked` : 'The board at the start';
  }

  words(turn, last) {
    return `turn ${turn} of ${last}`;
  }
}

/** The steps of a turn, in the pictures of its list. */
class Steps {
  constructor(box) {
    const before = box.querySelector('img').cloneNode();
    const steps = [...box.parentElement.querySelectorAll('.walk li')];
    this.pictures = [before, ...steps.map((step) => step.querySelector('img'))];
    this.said = ['', ...steps.map((step) => step.querySelector('div').firstChild.textContent)];
    box.hidden = false;
    for (const picture of this.pictures.slice(1)) picture.hidden = true;
  }

  near(step) {
    return step;
  }

  source(step) {
    return this.pictures[step].src;
  }

  alt(step) {
    return this.pictures[step].alt;
  }

  words(step, last) {
    return step ? `step ${step} of ${last}: ${this.said[step]}` : 'before the first step';
  }
}

class Player {
  constructor(box, film) {
    this.box = box;
    this.film = film;
    this.picture = box.querySelector('img');
    this.slider = box.querySelector('input[type=range]');
    this.output = box.querySelector('output');
    this.playButton = box.querySelector('[data-play]');
  }

  start() {
    for (const button of this.box.querySelectorAll('button')) button.hidden = button.matches('[data-go]');
    this.slider.addEventListener('input', () => this.pause().go(this.at));
    this.playButton.addEventListener('click', () => this.toggle());
    for (const button of this.box.querySelectorAll('[data-step]'))
      button.addEventListener('click', () => this.pause().go(this.at + Number(button.dataset.step)));
    this.box.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
    // Out in the open the keys work wherever nothing else wants them.
    const alone = !this.box.closest('details');
    (alone ? document : this.box).addEventListener('keydown', (event) => this.press(event));
    // A match that goes on while it is replayed has a turn more.
    new MutationObserver(() => this.tell()).observe(this.slider, { attributeFilter: ['max'] });
    this.tell();
  }

  tell() {
    this.output.textContent = this.film.words(this.at, this.last);
  }

  get at() {
    return Number(this.slider.value);
  }

  get last() {
    return Number(this.slider.max);
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest('pre, textarea, select, input:not([type=range])')) return;
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last };
    if (event.key === ' ' && !event.target.closest('button, a, summary')) this.toggle();
    else if (event.key in steps) this.pause().go(steps[event.key]);
    else return;
    event.preventDefault();
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at === this.last) this.go(0);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.timer = setInterval(() => this.advance(), calm ? CALM_PACE : PACE);
    this.playing();
  }

  /** The next picture, once this one is there. */
  advance() {
    if (this.at === this.last) return this.pause();
    if (this.picture.complete) this.go(this.at + 1);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.playing();
    return this;
  }

  /** Shows whether it plays; meanwhile nobody is told every second where it is. */
  playing() {
    this.playButton.setAttribute('aria-pressed', String(Boolean(this.timer)));
    this.output.setAttribute('aria-live', this.timer ? 'off' : 'polite');
  }

  go(wanted) {
    const inside = Math.min(this.last, Math.max(0, wanted));
    const at = this.film.near(inside, inside < this.at ? -1 : 1);
    this.slider.value = at;
    this.picture.src = this.film.source(at);
    this.picture.alt = this.film.alt(at);
    this.tell();
    if (at < this.last) new Image().src = this.film.source(this.film.near(at + 1, 1));
  }
}
