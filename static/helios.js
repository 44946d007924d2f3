// The board of Helios: pointing at squares instead of typing. What is legal is the server's list in
// the form; here are only the places on the board that each action names.

const startHelios = () => {
  const wrap = document.querySelector('[data-helios]');
  const form = document.querySelector('[data-action-form]');
  if (wrap && form) new Board(wrap, form);
};

/* An action's notation as places: where it begins, and every place that means it. */
const places = (notation) => {
  const [, from, sign, to] = notation.match(/^([a-z]\d+)([-x>*])([a-z]\d+)?$/) ?? [];
  if (sign === '*') return { notation, mode: 'sun', from, ends: ['priest'], mark: 'go' };
  if (sign === '>') return { notation, mode: 'sun', from, ends: [to], mark: 'go' };
  if (sign === '-') return { notation, mode: 'piece', from, ends: [to], mark: 'go' };
  return { notation, mode: 'piece', from, ends: [to, between(from, to)], mark: 'hit' };
};

const column = (square) => square.charCodeAt(0);
const row = (square) => Number(square.slice(1));
const between = (from, to) =>
  String.fromCharCode((column(from) + column(to)) / 2) + (row(from) + row(to)) / 2;

class Board {
  constructor(wrap, form) {
    this.form = form;
    this.side = wrap.dataset.side;
    this.said = wrap.querySelector('[data-said]');
    this.marks = wrap.querySelector('[data-marks]');
    this.grid = wrap.querySelector('[data-squares]');
    this.toggle = wrap.querySelector('[data-sun-mode]');
    this.actions = [...form.querySelectorAll('datalist option')].map((option) => places(option.value));
    this.rows = [...this.grid.children].map((line) => [...line.children]);
    this.mode = 'piece';
    this.from = null;
    for (const hidden of [this.grid, this.toggle, wrap.querySelector('[data-legend]')]) hidden.hidden = false;
    this.grid.addEventListener('click', (event) => this.point(event.target.closest('button')));
    this.grid.addEventListener('keydown', (event) => this.walk(event));
    this.toggle.addEventListener('click', () => this.switchMode());
    form.elements.action.addEventListener('input', () => this.follow());
    this.cell(0, this.rows.length - 2).tabIndex = 0;
    this.show('Choose a piece.');
  }

  cell(x, y) {
    return this.rows[y]?.[x];
  }

  switchMode() {
    this.mode = this.mode === 'piece' ? 'sun' : 'piece';
    this.toggle.setAttribute('aria-checked', String(this.mode === 'sun'));
    this.from = null;
    this.show(this.mode === 'sun' ? 'Choose a sun carrier.' : 'Choose a piece.');
  }

  /* The place that a button stands for. */
  place(button) {
    if (button.dataset.square) return button.dataset.square;
    return button.dataset.priest === this.side ? 'priest' : null;
  }

  possible() {
    return this.actions.filter((action) => action.mode === this.mode && action.from === this.from);
  }

  point(button) {
    const place = button && this.place(button);
    if (!place) return;
    const meant = this.possible().find((action) => action.ends.includes(place));
    if (this.from && meant) return this.choose(meant);
    if (place === this.from) {
      this.from = null;
      return this.show('Nothing is selected.');
    }
    this.from = place;
    if (this.possible().length === 0) {
      this.from = null;
      return this.show(`${button.getAttribute('aria-label')}: no legal action in this mode.`);
    }
    this.show(`${button.getAttribute('aria-label')} is selected.`);
  }

  choose(action) {
    this.form.elements.action.value = action.notation;
    this.from = null;
    this.show(`${action.notation} is chosen and NOT SENT.`);
    this.follow();
    this.form.querySelector('[data-send]').focus();
  }

  /* The main button names what it sends. */
  follow() {
    const typed = this.form.elements.action.value.trim();
    this.form.querySelector('[data-send]').textContent = typed ? `Play ${typed}` : 'Send action';
  }

  show(sentence) {
    this.said.textContent = `${this.mode === 'sun' ? 'Sun mode.' : 'Piece mode.'} ${sentence}`;
    const starts = this.actions.filter((action) => action.mode === this.mode).map(({ from }) => from);
    const possible = this.from ? this.possible() : [];
    this.marks.replaceChildren();
    this.rows.forEach((line, y) =>
      line.forEach((button, x) => {
        const place = this.place(button);
        const action = possible.find(({ ends }) => ends.includes(place));
        button.setAttribute('aria-selected', String(place !== null && place === this.from));
        if (place && place === this.from) this.mark('h-sel-edge', x, y);
        if (action) {
          this.mark('h-go', x, y);
          this.mark(action.mark === 'hit' ? 'h-hit' : 'h-dot', x, y);
        } else if (!this.from && starts.includes(place)) this.mark('h-may', x, y);
      }),
    );
  }

  /* Draws one mark in picture pixels: the top strip is 16 high, and so is each square. */
  mark(kind, x, y) {
    const shapes = {
      'h-sel-edge': 'M0 0h14v14h-14zM2 2v10h10v-10z',
      'h-go': 'M0 0h14v14h-14zM1 1v12h12v-12z',
      'h-may': 'M0 0h4v1h-3v3h-1zM14 14h-4v-1h3v-3h1z',
      'h-dot': 'M6 5h2v1h1v2h-1v1h-2v-1h-1v-2h1z',
      'h-hit': 'M4 4h2v1h2v-1h2v2h-1v2h1v2h-2v-1h-2v1h-2v-2h1v-2h-1z',
    };
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('class', kind);
    path.setAttribute('fill-rule', 'evenodd');
    path.setAttribute('d', shapes[kind]);
    path.setAttribute('transform', `translate(${16 * x + 2} ${16 * y + 2})`);
    this.marks.append(path);
  }

  /* Arrow keys walk over squares and priests; Escape gives the selection up. */
  walk(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === 'Escape' && this.from) {
      this.from = null;
      this.show('Nothing is selected.');
    }
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const y = this.rows.findIndex((line) => line.includes(event.target));
    const x = this.rows[y].indexOf(event.target);
    const next = this.cell(x + step[0], y + step[1]);
    if (!next || next.disabled) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

startHelios();
