// The sprite editor: each kind's text field becomes a canvas of 12 × 12 pixels. The field stays what is
// sent, and the server says whether the sprite may be worn and draws it on a board.
const SIZE = 12;
const PAUSE = 250;
const INKS = [
  ['c', 'your colour', 'Colour', 'pc'], ['d', 'darker shade', 'Shade', 'pd'], ['o', 'black', 'Black', 'po'],
  ['w', 'white', 'White', 'pw'], ['.', 'clear', 'Clear', 'pt'],
];

/** Starts the editors, where the page has them. */
export function startSprites() {
  for (const form of document.querySelectorAll('form[data-easel]')) new Easel(form).start();
}

class Easel {
  constructor(form) {
    this.form = form;
    this.field = form.elements.lines;
    this.kind = form.dataset.easel;
    this.ink = 'c';
    this.past = [];
  }

  start() {
    const tools = document.createElement('div');
    tools.className = 'stack';
    tools.append(this.makeCanvas(), this.makeHint(), this.makeInks(), this.makeButtons());
    this.field.closest('.field').before(tools);
    const typed = document.createElement('details');
    typed.innerHTML = '<summary>As twelve lines</summary>';
    this.field.closest('.field').before(typed);
    typed.append(this.field.closest('.field'));
    this.field.addEventListener('input', () => this.changed());
    this.startImport();
    this.draw();
  }

  get dots() {
    const lines = this.field.value.split(/\r?\n/);
    return Array.from({ length: SIZE * SIZE }, (_, at) => lines[Math.floor(at / SIZE)]?.[at % SIZE] ?? '.');
  }

  set dots(dots) {
    const lines = Array.from({ length: SIZE }, (_, row) => dots.slice(row * SIZE, (row + 1) * SIZE).join(''));
    this.field.value = `${lines.join('\n')}\n`;
  }

  makeCanvas() {
    const canvas = document.createElement('div');
    canvas.className = 'canvas pix seat-3388ff';
    canvas.setAttribute('role', 'grid');
    canvas.setAttribute('aria-label', `${this.kind}, 12 by 12 pixels`);
    canvas.setAttribute('aria-describedby', `${this.kind}-keys`);
    for (let row = 0; row < SIZE; row++) {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      for (let column = 0; column < SIZE; column++) {
        const dot = document.createElement('button');
        dot.type = 'button';
        dot.setAttribute('role', 'gridcell');
        dot.tabIndex = row || column ? -1 : 0;
        line.append(dot);
      }
      canvas.append(line);
    }
    this.cells = [...canvas.querySelectorAll('button')];
    canvas.addEventListener('pointerdown', (event) => this.press(event));
    canvas.addEventListener('pointermove', (event) => this.stroke && this.paint(this.under(event)));
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (this.stroke = false));
    canvas.addEventListener('click', (event) => event.detail === 0 && (this.remember(), this.paint(event.target)));
    canvas.addEventListener('keydown', (event) => this.move(event));
    return canvas;
  }

  makeHint() {
    const hint = document.createElement('p');
    hint.className = 'hint';
    hint.id = `${this.kind}-keys`;
    hint.textContent = 'Point to paint. By keyboard: arrows walk, Space paints, 1 to 5 choose the ink.';
    return hint;
  }

  press(event) {
    event.preventDefault();
    this.remember();
    this.stroke = true;
    const cell = this.under(event);
    cell?.focus();
    this.paint(cell);
  }

  under(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest('[role=gridcell]');
  }

  move(event) {
    const at = this.cells.indexOf(document.activeElement);
    const number = Number(event.key);
    if (number >= 1 && number <= INKS.length) return this.choose(INKS[number - 1][0]);
    const [row, column] = [Math.floor(at / SIZE), at % SIZE];
    const to = {
      ArrowLeft: column > 0 && at - 1, ArrowRight: column < SIZE - 1 && at + 1, ArrowUp: row > 0 && at - SIZE,
      ArrowDown: row < SIZE - 1 && at + SIZE, Home: row * SIZE, End: row * SIZE + SIZE - 1,
    }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    if (to !== false) this.focus(to);
  }

  focus(at) {
    for (const cell of this.cells) cell.tabIndex = -1;
    this.cells[at].tabIndex = 0;
    this.cells[at].focus();
  }

  paint(cell) {
    const at = this.cells.indexOf(cell);
    if (at < 0) return;
    const dots = this.dots;
    if (dots[at] === this.ink) return;
    dots[at] = this.ink;
    this.put(dots);
  }

  makeInks() {
    const inks = document.createElement('fieldset');
    inks.className = 'kinds inks seat-3388ff';
    inks.innerHTML = '<legend class="vh">Ink</legend>';
    for (const [ink, , name, look] of INKS) {
      const label = document.createElement('label');
      label.innerHTML = `<input type="radio" value="${ink}"><span class="ink pix ${look}"></span>${name}`;
      // Outside the form's own fields: ink is no part of what is sent.
      label.firstChild.name = `ink-${this.kind}`;
      label.firstChild.checked = ink === this.ink;
      label.firstChild.addEventListener('change', () => (this.ink = ink));
      inks.append(label);
    }
    this.inks = inks;
    return inks;
  }

  choose(ink) {
    this.ink = ink;
    for (const input of this.inks.querySelectorAll('input')) input.checked = input.value === ink;
  }

  makeButtons() {
    const row = document.createElement('div');
    row.className = 'row';
    row.append(
      button('Undo', () => this.past.length && ((this.field.value = this.past.pop()), this.changed())),
      button('Mirror', () => (this.remember(), this.put(this.dots.map((_, at, dots) => dots[at - (at % SIZE) + SIZE - 1 - (at % SIZE)])))),
      button('Begin with the default art', () => (this.remember(), (this.field.value = this.field.dataset.default), this.changed())),
    );
    return row;
  }

  /** The form for a file paints at once, where a script runs. */
  startImport() {
    const form = document.querySelector(`form[data-import=${this.kind}]`);
    form.querySelector('button').hidden = true;
    form.elements.picture.addEventListener('change', (event) => this.take(event.target.files[0], form.querySelector('[role=alert]')));
  }

  async take(file, said) {
    said.textContent = '';
    if (!file) return;
    try {
      const answer = await fetch('/me/sprites/from-png', { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: file });
      const text = await answer.text();
      if (!answer.ok) throw new Error(new DOMParser().parseFromString(text, 'text/html').querySelector('main p')?.textContent);
      this.remember();
      this.field.value = text;
      this.changed();
    } catch (problem) {
      said.textContent = problem.message || 'This picture could not be read.';
    }
  }

  remember() {
    this.past.push(this.field.value);
    if (this.past.length > 200) this.past.shift();
  }

  put(dots) {
    this.dots = dots;
    this.changed();
  }

  changed() {
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  draw() {
    this.dots.forEach((dot, at) => {
      const [, words, , look] = INKS.find(([ink]) => ink === dot) ?? INKS[4];
      this.cells[at].className = look;
      this.cells[at].setAttribute('aria-label', `${(at % SIZE) + 1}, ${Math.floor(at / SIZE) + 1}: ${words}`);
    });
  }

  async check() {
    const lines = this.field.value;
    const body = new URLSearchParams({ lines });
    const answer = await fetch(`/me/sprites/${this.kind}/check`, { method: 'POST', body }).catch(() => undefined);
    // What was painted meanwhile is asked about by itself.
    if (!answer?.ok || lines !== this.field.value) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fit = page.querySelector('[data-fit]');
    if (fit) this.form.querySelector('[data-fit]').replaceWith(fit);
  }
}

function button(text, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'btn tiny';
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}
