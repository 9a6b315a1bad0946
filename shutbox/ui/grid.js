/* A square for every roll of two dice. What the squares say, which of them are lit and what they
   are called comes from Python; squares that say the same light up together, at once. */
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.host ?? parentElement;
  const grid = parentElement.querySelector(".grid") ?? document.createElement("div");
  const line = parentElement.querySelector(".line") ?? document.createElement("p");
  const { sides, squares, words } = data;
  if (!grid.isConnected) {
    grid.className = "grid";
    grid.setAttribute("role", "grid");
    line.className = "line";
    line.setAttribute("role", "status");
    parentElement.append(grid, line);
  }
  grid.dataset.theme = getComputedStyle(host).colorScheme.includes("dark") ? "dark" : "light";
  grid.setAttribute("aria-label", words.grid);
  grid.classList.toggle("many", sides > 8);
  grid.style.setProperty("--sides", sides);
  const square = (row, column) => grid.querySelector(`[data-at="${row}-${column}"]`);

  if (grid.dataset.sides !== String(sides) || grid.dataset.picks !== String(data.picks)) {
    grid.dataset.sides = sides;
    grid.dataset.picks = data.picks;
    grid.replaceChildren();
    for (let row = 0; row <= sides; row++) {
      const line = grid.appendChild(document.createElement("div"));
      line.setAttribute("role", "row");
      for (let column = 0; column <= sides; column++) {
        const cell = line.appendChild(document.createElement("div"));
        const isHead = row === 0 || column === 0;
        cell.setAttribute("role", row === 0 ? "columnheader" : isHead ? "rowheader" : "gridcell");
        if (isHead) cell.className = row === 0 ? (column === 0 ? "corner" : "blue") : "red";
        else {
          const button = cell.appendChild(document.createElement("button"));
          button.type = "button";
          button.dataset.at = `${row}-${column}`;
          button.tabIndex = row === 1 && column === 1 ? 0 : -1;
        }
      }
    }
  }
  for (const head of grid.querySelectorAll(".blue, .red")) {
    const face = head.className === "blue"
      ? [...head.parentNode.children].indexOf(head)
      : [...grid.children].indexOf(head.parentNode);
    head.textContent = `${head.className === "blue" ? words.blue : words.red} ${face}`;
  }
  grid.querySelector(".corner").textContent = "+";
  const paint = (isLit) => {
    for (const button of grid.querySelectorAll("button")) {
      const lit = isLit(button.dataset.at);
      button.textContent = squares[button.dataset.at];
      button.setAttribute("aria-label", words[button.dataset.at]);
      button.classList.toggle("lit", lit);
      if (data.picks) button.setAttribute("aria-pressed", lit);
      else button.parentNode.setAttribute("aria-selected", lit);
    }
  };
  paint((at) => data.lit.includes(at));
  if (line.dataset.at) line.textContent = words[line.dataset.at];

  const say = (button) => {
    line.dataset.at = button.dataset.at;
    line.textContent = words[button.dataset.at];
  };
  grid.onfocusin = ({ target }) => {
    for (const button of grid.querySelectorAll("button")) button.tabIndex = -1;
    target.tabIndex = 0;
    say(target);
  };
  grid.onclick = ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    say(button);
    if (!data.picks) return;
    const said = squares[button.dataset.at];
    paint((at) => squares[at] === said);
    setTriggerValue("pick", button.dataset.at);
  };
  grid.onkeydown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target.dataset.at;
    if (!at) return;
    const [row, column] = at.split("-").map(Number);
    const next = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 1],
      End: [row, sides],
    }[event.key];
    if (event.key !== "Tab") event.stopPropagation();
    if (!next) return;
    event.preventDefault();
    square(...next)?.focus();
  };
}
