// The tree: rows are made when their parent is opened, everything else is typed arrays.

const KINDS = {u1: Uint8Array, u2: Uint16Array, i2: Int16Array, u4: Uint32Array, i4: Int32Array};
const INFINITE = 32000, MATE = 31000, FARTHEST_MATE = 30500, PASS = 0xFFFF;
const SIGNS = ["", "≥ ", "≤ "];
const element = id => document.getElementById(id);

async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

function scoreText(value) {
  if (Math.abs(value) >= INFINITE) return value > 0 ? "+∞" : "−∞";
  if (Math.abs(value) > FARTHEST_MATE) {
    const moves = value > 0 ? (MATE - value + 1) >> 1 : (MATE + value) >> 1;
    return (value > 0 ? "mate " : "mated ") + moves;
  }
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

class TreeView {
  constructor(about, buffer) {
    this.about = about;
    this.count = about.count;
    let offset = 0;
    for (const [name, kind] of about.arrays) {
      this[name] = new KINDS[kind](buffer, offset, this.count);
      offset += this[name].byteLength;
    }
    // Moves without a child: how many a node has, where they begin, and all of them.
    this.unsearched = new Uint16Array(buffer.slice(offset, offset + 2 * about.unsearched));
    this.firstLeft = new Uint32Array(this.left ? this.count : 0);
    for (let node = 1; node < this.firstLeft.length; node++)
      this.firstLeft[node] = this.firstLeft[node - 1] + this.left[node - 1];
    this.parent = this.parents();
    this.chosen = -1;
    this.flipped = false;
    this.rows = new Map();
    this.boards = new Map();
    this.start = about.start ? positionOf(about.start, about.rooks) : null;
    this.listed = about.columns.map((column, place) => place).filter(place => about.columns[place].listed);
  }

  parents() {
    const parent = new Int32Array(this.count), open = [], ends = [];
    for (let node = 0; node < this.count; node++) {
      while (ends.length && ends[ends.length - 1] <= node) { ends.pop(); open.pop(); }
      parent[node] = open.length ? open[open.length - 1] : -1;
      open.push(node);
      ends.push(node + this.size[node]);
    }
    return parent;
  }

  *children(node) {
    const end = node < 0 ? this.count : node + this.size[node];
    for (let child = node + 1; child < end; child += this.size[child]) yield child;
  }

  pathTo(node) {
    const path = [];
    for (let at = node; at >= 0; at = this.parent[at]) path.unshift(at);
    return path;
  }

  // The position at a node; those above it are kept, a few hundred of them.
  positionAt(node) {
    if (node < 0) return this.start;
    const kept = this.boards.get(node);
    if (kept) return kept;
    const before = this.positionAt(this.parent[node]), move = this.move[node];
    const position = move === PASS ? passed(before) : move ? after(before, move) : before;
    if (this.boards.size > 500) this.boards.clear();
    this.boards.set(node, position);
    return position;
  }

  textAt(node) {
    const text = this.label ? this.about.texts[this.label[node]] : "";
    if (text || !this.start) return text || `node ${node}`;
    const move = this.move[node];
    return move === PASS ? "pass" : move ? textOf(this.positionAt(this.parent[node]), move) : "root";
  }

  numberAt(place, node) {
    const column = this.about.columns[place], value = this[`column${place}`][node];
    if (value === column.missing) return "";
    const sign = SIGNS[this[`sign${place}`]?.[node] ?? 0];
    if (value === column.infinite) return sign + "∞";
    if (column.kind === "score") return sign + scoreText(value);
    if (column.kind === "hundredths") return sign + value / 100;
    return sign + value.toLocaleString("en");
  }

  marksAt(node, all) {
    return this.about.marks.filter((mark, bit) =>
      this.mark[node] >>> bit & 1 && (all || !mark.quiet));
  }

  has(node, bit) { return (this.mark[node] >>> bit & 1) === 1; }

  kindAt(node) { return this.about.classes[this.class[node]]; }

  // Rows.

  makeRow(node, level) {
    const item = document.createElement("div"), row = document.createElement("div");
    const label = document.createElement("span"), twist = document.createElement("span");
    const name = document.createElement("span"), kind = this.kindAt(node);
    item.setAttribute("role", "treeitem");
    item.setAttribute("aria-level", level);
    item.setAttribute("aria-selected", "false");
    item.dataset.node = node;
    item.tabIndex = -1;
    row.className = "row";
    row.style.setProperty("--level", level - 1);
    twist.className = "twist";
    if (this.size[node] > 1) { item.setAttribute("aria-expanded", "false"); twist.textContent = "▸"; }
    else if (this.hidden?.[node]) twist.textContent = "…";
    name.className = "kind";
    name.style.color = `var(--line-${kind.colour})`;
    name.textContent = this.textAt(node);
    label.className = "label";
    label.append(twist, name, ...this.chips(node, false));
    row.append(label, ...this.listed.map(place => {
      const cell = document.createElement("span");
      cell.className = "value";
      cell.textContent = this.numberAt(place, node);
      return cell;
    }));
    item.append(row);
    this.rows.set(node, item);
    return item;
  }

  // The moves of a node that were not searched, as the last line below it.
  leftRow(node, level) {
    const row = document.createElement("p"), from = this.firstLeft[node], before = this.positionAt(node);
    row.className = "left";
    row.style.setProperty("--level", level - 1);
    const moves = [...this.unsearched.subarray(from, from + this.left[node])];
    row.textContent = `not searched: ${moves.map(move => textOf(before, move)).join(", ")}`;
    return row;
  }

  chips(node, all) {
    return this.marksAt(node, all).map(mark => {
      const chip = document.createElement("span");
      chip.className = `mark ${mark.tone}`;
      chip.textContent = mark.word;
      return chip;
    });
  }

  isOpen(node) { return this.rows.get(node)?.getAttribute("aria-expanded") === "true"; }

  open(node) {
    const item = this.rows.get(node);
    if (!item || this.size[node] < 2 || this.isOpen(node)) return;
    const level = Number(item.getAttribute("aria-level")) + 1, group = document.createElement("div");
    group.setAttribute("role", "group");
    for (const child of this.children(node)) group.append(this.makeRow(child, level));
    if (this.left?.[node]) group.append(this.leftRow(node, level));
    item.append(group);
    item.setAttribute("aria-expanded", "true");
    item.querySelector(".twist").textContent = "▾";
  }

  close(node) {
    const item = this.rows.get(node);
    if (!item || !this.isOpen(node)) return;
    for (const each of item.lastChild.querySelectorAll("[data-node]")) this.rows.delete(Number(each.dataset.node));
    item.lastChild.remove();
    item.setAttribute("aria-expanded", "false");
    item.querySelector(".twist").textContent = "▸";
    if (this.pathTo(this.chosen).includes(node) && this.chosen !== node) this.choose(node);
  }

  toggle(node) { if (this.isOpen(node)) this.close(node); else this.open(node); }

  // The chosen node.

  choose(node, focus = false) {
    if (!(node >= 0 && node < this.count)) return;
    for (const above of this.pathTo(this.parent[node])) this.open(above);
    const old = this.rows.get(this.chosen), item = this.rows.get(node);
    old?.setAttribute("aria-selected", "false");
    if (old) old.tabIndex = -1;
    item.setAttribute("aria-selected", "true");
    item.tabIndex = 0;
    this.chosen = node;
    this.reveal(item.firstChild);
    if (focus) item.focus({preventScroll: true});
    this.show(node);
    try { history.replaceState(null, "", `#node=${node}`); } catch { /* in a frame without an address */ }
  }

  // Scrolls the list, not the page.
  reveal(row) {
    const pane = element("tree"), box = pane.getBoundingClientRect(), at = row.getBoundingClientRect();
    if (at.top < box.top) pane.scrollTop -= box.top - at.top + box.height / 3;
    else if (at.bottom > box.bottom) pane.scrollTop += at.bottom - box.bottom + box.height / 3;
  }

  show(node) {
    const kind = this.kindAt(node);
    element("name").textContent = `${this.textAt(node)} · ${kind.name}`;
    element("chosen-marks").replaceChildren(...this.chips(node, true));
    element("numbers").replaceChildren(...this.about.columns.map((column, place) => {
      const pair = document.createElement("div"), title = document.createElement("dt");
      const value = document.createElement("dd");
      title.textContent = column.title;
      value.textContent = this.numberAt(place, node) || "–";
      pair.append(title, value);
      return pair;
    }));
    const hidden = this.hidden?.[node] ?? 0;
    element("hidden").hidden = !hidden;
    element("hidden").textContent = `${hidden.toLocaleString("en")} nodes below are not on this page. ${this.about.advice}`;
    element("line").hidden = this.lineFrom(node) === node;
    element("link").hidden = !this.link || this.link[node] === node;
    if (this.start) {
      const position = this.positionAt(node), fen = fenOf(position, this.about.chess960);
      drawBoard(element("board"), position, this.flipped, fen);
      element("fen").textContent = fen;
    }
    this.showPath(node);
  }

  showPath(node) {
    const columns = this.about.columns, table = element("path");
    const head = document.createElement("tr");
    const titles = ["Node", "Kind", ...columns.map(column => column.title), "Marks"];
    head.append(...titles.map((title, at) => {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = title;
      if (at > 1 && at < titles.length - 1) cell.className = "number";
      return cell;
    }));
    const rows = this.pathTo(node).map(at => {
      const row = document.createElement("tr");
      row.dataset.node = at;
      const marks = this.marksAt(at, true).map(mark => mark.word).join(", ");
      const texts = [this.textAt(at), this.kindAt(at).name, ...columns.map((_, place) => this.numberAt(place, at)), marks];
      row.append(...texts.map((text, place) => {
        const cell = document.createElement("td");
        cell.textContent = text;
        if (place > 1 && place < texts.length - 1) cell.className = "number";
        return cell;
      }));
      return row;
    });
    table.replaceChildren(head, ...rows);
  }

  // Where the marked line from a node ends; of several marked children the last one counts. Where
  // a node stands for another, the line goes on below that one.
  lineFrom(node) {
    const bit = this.about.marks.findIndex(mark => mark.line);
    if (bit < 0) return node;
    const marked = parent => {
      let found = -1;
      for (const child of this.children(parent)) if (this.has(child, bit)) found = child;
      return found;
    };
    for (let steps = 0; steps < this.count; steps++) {
      let next = marked(node);
      if (next < 0 && this.link && this.link[node] !== node) next = marked(this.link[node]);
      if (next < 0) break;
      node = next;
    }
    return node;
  }

  // The next node with a property, from the chosen one on and around the end.
  find(fits) {
    for (let step = 1; step <= this.count; step++) {
      const node = (this.chosen + step + this.count) % this.count;
      if (fits(node)) { this.choose(node); return; }
    }
  }

  // What can be seen below each other, for the keys.
  step(by) {
    const all = [...element("tree").querySelectorAll("[data-node]")];
    const place = all.indexOf(this.rows.get(this.chosen)) + by;
    if (place >= 0 && place < all.length) this.choose(Number(all[place].dataset.node), true);
  }

  press(key) {
    const node = this.chosen, parent = this.parent[node];
    if (key === "ArrowDown") this.step(1);
    else if (key === "ArrowUp") this.step(-1);
    else if (key === "ArrowRight" && this.isOpen(node)) this.step(1);
    else if (key === "ArrowRight") this.open(node);
    else if (key === "ArrowLeft" && this.isOpen(node)) this.close(node);
    else if (key === "ArrowLeft" && parent >= 0) this.choose(parent, true);
    else if (key === "Enter" || key === " ") this.toggle(node);
    else return false;
    return true;
  }

  begin() {
    const heads = element("heads"), titles = ["Node", ...this.listed.map(place => this.about.columns[place].title)];
    heads.parentElement.style.setProperty("--columns", this.listed.length);
    heads.append(...titles.map((title, at) => {
      const cell = document.createElement("span");
      cell.className = at ? "value" : "label";
      cell.textContent = title;
      return cell;
    }));
    for (const root of this.children(-1)) element("tree").append(this.makeRow(root, 1));
    this.showCounts();
    const roots = [...this.children(-1)];
    const asked = Number(/^#node=(\d+)$/.exec(location.hash)?.[1] ?? NaN);
    const first = asked < this.count ? asked : roots[roots.length - 1];
    this.choose(first);
    this.open(first);
  }

  showCounts() {
    const classes = this.about.classes.map(() => 0), marks = this.about.marks.map(() => 0);
    for (let node = 0; node < this.count; node++) {
      classes[this.class[node]]++;
      for (let bits = this.mark[node], bit = 0; bits; bits >>>= 1, bit++) marks[bit] += bits & 1;
    }
    const fill = (name, counts) => counts.forEach((number, place) => {
      document.querySelector(`[data-${name}="${place}"]`).textContent = number.toLocaleString("en");
      document.querySelector(`[data-next-${name}="${place}"]`).disabled = !number;
    });
    fill("class", classes);
    fill("mark", marks);
  }

  listen() {
    element("tree").addEventListener("click", event => {
      const item = event.target.closest("[data-node]");
      if (!item) return;
      const node = Number(item.dataset.node);
      if (event.target.closest(".twist")) this.toggle(node);
      else this.choose(node, true);
    });
    element("tree").addEventListener("dblclick", event => {
      const item = event.target.closest("[data-node]");
      if (item && !event.target.closest(".twist")) this.toggle(Number(item.dataset.node));
    });
    element("tree").addEventListener("keydown", event => {
      if (!event.ctrlKey && !event.altKey && !event.metaKey && this.press(event.key)) event.preventDefault();
    });
    element("path").addEventListener("click", event => {
      const row = event.target.closest("[data-node]");
      if (row) this.choose(Number(row.dataset.node));
    });
    element("line").addEventListener("click", () => this.choose(this.lineFrom(this.chosen)));
    element("link").addEventListener("click", () => this.choose(this.link[this.chosen]));
    element("flip")?.addEventListener("click", () => { this.flipped = !this.flipped; this.show(this.chosen); });
    document.querySelectorAll("[data-next-class]").forEach(each => each.addEventListener("click", () =>
      this.find(node => this.class[node] === Number(each.dataset.nextClass))));
    document.querySelectorAll("[data-next-mark]").forEach(each => each.addEventListener("click", () =>
      this.find(node => this.has(node, Number(each.dataset.nextMark)))));
  }
}

(async () => {
  try {
    const buffer = await unpacked(element("content").textContent.trim());
    const view = new TreeView(JSON.parse(element("about").textContent), buffer);
    window.view = view;
    view.begin();
    view.listen();
    document.body.dataset.ready = "yes";
  } catch (failure) {
    element("failure").hidden = false;
    element("failure").textContent = `The tree cannot be shown in this browser: ${failure.message}`;
    document.body.dataset.ready = "failed";
  }
})();
