// The board of Helios: pointing at squares instead of typing. What is legal is the server's list in
// the form; here are only the places on the board that each action names.

const startHelios = () => {
  const wrap = document.querySelector('[data-helios]');
  const form = document.querySelector('[data-action-form]');
  if (wrap && form) new Board(wrap, form).start();
};

/* An action's notation as places: where it begins, and every place that means it. */
const places = (notation) => {
  const [, from, sign, to] = notation.match(/^([a-z]\d+)([-x>*])([a-z]\d+)?$/) ?? [];
  if (sign === '*') return { notation, mode: 'sun', from, ends: ['priest'], says: 'sacrifice here' };
  if (sign === '>') return { notation, mode: 'sun', from, ends: [to], says: 'the sun goes here' };
  if (sign === '-') return { notation, mode: 'piece', from, ends: [to], says: 'move here' };
  return { notation, mode: 'piece', from, ends: [to, between(from, to)], says: `hit: ${notation}` };
};

const column = (square) => square.charCodeAt(0);
const row = (square) => Number(square.slice(1));
const between = (from, to) =>
  String.fromCharCode((column(from) + column(to)) / 2) + (row(from) + row(to)) / 2;

const INVITES = {
  piece: 'Choose a piece to move, or to hit with.',
  sun: 'Choose a sun carrier: yours, or one to rob.',
};
const IDLE = {
  piece: 'No piece can move or hit: try sun mode.',
  sun: 'No sun can change hands or be sacrificed now.',
};

/* Marks in and around a square, which is 14 pixels of the picture wide. */
const SHAPES = {
  selected: 'M-2 -2h18v18h-18zM0 0v14h14v-14z',
  target: 'M-1 -1h16v16h-16zM0 0v14h14v-14z',
  may: 'M-1 -1h5v1h-4v4h-1zM15 15h-5v-1h4v-4h1z',
  dot: 'M6 5h2v1h1v2h-1v1h-2v-1h-1v-2h1z',
  cross: 'M4 4h2v1h2v-1h2v2h-1v2h1v2h-2v-1h-2v1h-2v-2h1v-2h-1z',
};

class Board {
  constructor(wrap, form) {
    this.form = form;
    this.wrap = wrap;
    this.side = wrap.dataset.side;
    this.said = wrap.querySelector('[data-said]');
    this.marks = wrap.querySelector('[data-marks]');
    this.grid = wrap.querySelector('[data-squares]');
    this.toggle = wrap.querySelector('[data-sun-mode]');
    this.actions = [...form.querySelectorAll('datalist option')].map((option) => places(option.value));
    this.rows = [...this.grid.children].map((line) => [...line.children]);
    this.labels = new Map(this.rows.flat().map((button) => [button, button.getAttribute('aria-label')]));
    this.mode = 'piece';
    this.from = null;
  }

  start() {
    for (const part of this.wrap.querySelectorAll('[hidden]')) part.hidden = false;
    this.grid.addEventListener('click', (event) => this.point(event));
    this.grid.addEventListener('keydown', (event) => this.press(event));
    this.toggle.addEventListener('click', () => this.switchMode());
    this.form.elements.action.addEventListener('input', () => this.follow());
    this.rows.at(-2)[0].tabIndex = 0;
    this.follow();
    this.say(this.invitation());
  }

  switchMode() {
    this.mode = this.mode === 'piece' ? 'sun' : 'piece';
    this.toggle.setAttribute('aria-checked', String(this.mode === 'sun'));
    this.select(null, `${this.mode === 'sun' ? 'Sun mode.' : 'Piece mode.'} ${this.invitation()}`);
  }

  invitation() {
    const any = this.actions.some((action) => action.mode === this.mode);
    return any ? INVITES[this.mode] : IDLE[this.mode];
  }

  /* The place that a button stands for; the other side's priest is none. */
  place(button) {
    if (button.dataset.square) return button.dataset.square;
    return button.dataset.priest === this.side ? 'priest' : null;
  }

  /* The actions of this mode that begin at a place. */
  actionsFrom(from) {
    return this.actions.filter((action) => action.mode === this.mode && action.from === from);
  }

  point(event) {
    const button = event.target.closest('button');
    const place = button && this.place(button);
    if (!place) return;
    const meant = this.actionsFrom(this.from).find(({ ends }) => ends.includes(place));
    const label = this.labels.get(button);
    if (meant) this.choose(meant, event);
    else if (place === this.from) this.select(null, `Nothing is selected. ${this.invitation()}`);
    else if (this.actionsFrom(place).length) this.select(place, `${label}: selected.`);
    else if (this.from) this.say(`${label}: not legal from ${this.from}.`);
    else this.say(`${label}: no legal action in ${this.mode} mode.`);
  }

  /* Fills the form in. By keyboard the next thing is the button that sends it (detail 0). */
  choose({ notation }, { detail }) {
    this.form.elements.action.value = notation;
    this.select(null, `${notation} is chosen and NOT SENT.`);
    this.follow();
    if (detail === 0) this.form.querySelector('[data-send]').focus();
  }

  /* The main button names what it sends, and the board shows it. */
  follow() {
    const typed = this.form.elements.action.value.trim();
    const tried = this.form.querySelector('[data-tried]');
    this.form.querySelector('[data-send]').textContent = typed ? `Play ${typed}` : 'Send action';
    if (tried && tried.dataset.tried !== typed) tried.remove();
    this.draw();
  }

  select(place, sentence) {
    this.from = place;
    this.say(sentence);
    this.draw();
  }

  say(sentence) {
    this.said.textContent = sentence;
  }

  /* Marks the selected square and its targets; with none, what is chosen, or what may act. */
  draw() {
    const typed = this.form.elements.action.value.trim();
    const chosen = this.from ? [] : this.actions.filter(({ notation }) => notation === typed);
    const from = this.from ?? chosen[0]?.from;
    const shown = this.from ? this.actionsFrom(this.from) : chosen;
    const starts = from ? [] : this.actions.filter(({ mode }) => mode === this.mode).map((action) => action.from);
    this.marks.replaceChildren();
    this.rows.forEach((line, y) =>
      line.forEach((button, x) => {
        const place = this.place(button);
        const action = shown.find(({ ends }) => ends.includes(place));
        const says = action ? `: ${action.says}` : '';
        button.setAttribute('aria-label', this.labels.get(button) + says);
        button.setAttribute('aria-selected', String(place !== null && place === this.from));
        if (place && place === from) this.mark('selected', x, y);
        if (action) this.mark('target', x, y);
        if (action) this.mark(action.ends.length > 1 ? 'cross' : 'dot', x, y);
        if (starts.includes(place)) this.mark('may', x, y);
      }),
    );
  }

  /* Draws a mark in pixels of the picture: squares are 16 wide, and the priests' strips as high. */
  mark(kind, x, y) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('class', `h-${kind}`);
    path.setAttribute('fill-rule', 'evenodd');
    path.setAttribute('d', SHAPES[kind]);
    path.setAttribute('transform', `translate(${16 * x + 2} ${16 * y + 2})`);
    this.marks.append(path);
  }

  /* Arrow keys walk over squares and on to the priests; Escape gives the selection up. */
  press(event) {
    if (event.key === 'Escape' && this.from) this.select(null, `Nothing is selected. ${this.invitation()}`);
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const y = this.rows.findIndex((line) => line.includes(event.target));
    const x = this.rows[y].indexOf(event.target);
    const line = this.rows[y + step[1]] ?? [];
    const next = line[x + step[0]];
    // A strip has only its priest to go to.
    const goal = next?.disabled ? line.find((button) => !button.disabled) : next;
    if (!goal) return;
    event.target.tabIndex = -1;
    goal.tabIndex = 0;
    goal.focus();
  }
}

startHelios();
// The page as it happens puts a new board and a new form in place of the old ones (live.js).
document.addEventListener('desk', startHelios);
