// The replay player: turns by slider, buttons and keys. The pictures are the turns' permanent ones.
const PACE = 1000;
const CALM_PACE = 2500;

/** Starts every player under `root`. */
export function startReplays(root = document) {
  for (const box of root.querySelectorAll('[data-replay]')) new Player(box).start();
}

class Player {
  constructor(box) {
    this.box = box;
    this.picture = box.querySelector('img');
    this.slider = box.querySelector('input[type=range]');
    this.output = box.querySelector('output');
    this.playButton = box.querySelector('[data-play]');
  }

  start() {
    for (const button of this.box.querySelectorAll('button')) button.hidden = button.matches('[data-go]');
    this.slider.addEventListener('input', () => this.pause().go(this.turn));
    this.playButton.addEventListener('click', () => this.toggle());
    for (const button of this.box.querySelectorAll('[data-step]'))
      button.addEventListener('click', () => this.pause().go(this.turn + Number(button.dataset.step)));
    this.box.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
    // On a page of its own the keys work wherever nothing else wants them.
    const alone = !this.box.closest('details');
    (alone ? document : this.box).addEventListener('keydown', (event) => this.press(event));
  }

  get turn() {
    return Number(this.slider.value);
  }

  get last() {
    return Number(this.slider.max);
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const onButton = event.target.closest('button, a, summary, textarea, input:not([type=range])');
    const steps = { ArrowLeft: this.turn - 1, ArrowRight: this.turn + 1, Home: 0, End: this.last };
    if (event.key === ' ' && !onButton) this.toggle();
    else if (event.key in steps && !event.target.matches('textarea, input:not([type=range])')) this.pause().go(steps[event.key]);
    else return;
    event.preventDefault();
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.turn === this.last) this.go(0);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.timer = setInterval(() => this.advance(), calm ? CALM_PACE : PACE);
    this.playButton.setAttribute('aria-pressed', 'true');
  }

  /** The next turn, once its picture is there. */
  advance() {
    if (this.turn === this.last) return this.pause();
    if (this.picture.complete) this.go(this.turn + 1);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.playButton.setAttribute('aria-pressed', 'false');
    return this;
  }

  go(turn) {
    this.slider.value = this.counting(turn, turn < this.turn ? -1 : 1);
    this.show();
  }

  /** A turn, or where it is struck through the next that counts in one direction; both ends count. */
  counting(turn, direction) {
    const struck = this.box.dataset.struck.split(' ');
    let found = Math.min(this.last, Math.max(0, turn));
    while (struck.includes(String(found))) found += direction;
    return found;
  }

  show() {
    const turn = this.turn;
    this.picture.src = this.address(turn);
    this.picture.alt = turn ? `The board after turn ${turn}, changed squares marked` : 'The board at the start';
    this.output.textContent = `turn ${turn} of ${this.last}`;
    if (turn < this.last) new Image().src = this.address(this.counting(turn + 1, 1));
  }

  address(turn) {
    return `${this.box.dataset.replay}${turn}.png${this.box.dataset.query}`;
  }
}
