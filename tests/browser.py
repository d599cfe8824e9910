"""Pages in a real browser: headless Chromium, measured by a script in a page around them.

The page stands in frames of the widths of a desktop and of a telephone. The script tells what a
reader would see: overflow, drawings with their size, and the contrast of texts with what is behind
them (Web Content Accessibility Guidelines 2.2, relative luminance).
"""

import functools
import html
import json
import re
import shutil
import subprocess

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WIDTHS = (1280, 390)
SCHEMES = {"dark": 0, "light": 1}
"""The values of Chromium's setting `preferredColorScheme`."""

MEASURING = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const parts = colour => {  // red, green, blue, opacity; 0 to 1
  canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].map(part => part / 255);
};
const luminance = ([red, green, blue]) => {
  const linear = part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};
const over = (above, below) => below.map((part, at) =>
  at < 3 ? above[at] * above[3] + part * (1 - above[3]) : 1);
const behind = (element, view) => {
  const layers = [];
  for (let at = element; at; at = at.parentElement)
    layers.unshift(parts(view.getComputedStyle(at).backgroundColor));
  return layers.reduce((below, above) => over(above, below), [1, 1, 1, 1]);
};
const contrast = (first, second) => {
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const scrolls = (element, view) => {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (['auto', 'scroll', 'hidden'].includes(view.getComputedStyle(at).overflowX)) return true;
  return false;
};
const measure = frame => {
  const page = frame.contentDocument, view = frame.contentWindow;
  page.querySelectorAll('details').forEach(each => each.open = true);
  const root = page.documentElement, width = root.clientWidth;
  const all = [...page.body.querySelectorAll('*')];
  const wide = all.filter(each => each.getBoundingClientRect().right > width + 1
    && !each.closest('svg svg, g, defs') && !scrolls(each, view));
  const texts = all.filter(each => !each.closest('svg')
    && [...each.childNodes].some(node => node.nodeType == 3 && node.data.trim()));
  const labels = [...page.querySelectorAll('svg text')];
  const strokes = [...page.querySelectorAll('svg [clip-path]')]
    .filter(each => (each.getAttribute('style') || '').includes('--line-'))
    .map(each => view.getComputedStyle(each).stroke).filter(colour => colour != 'none');
  const paper = behind(page.body, view);
  return {
    width, scroll: root.scrollWidth,
    wide: wide.map(each => each.outerHTML.slice(0, 100)),
    paper: luminance(paper),
    drawings: [...page.querySelectorAll('figure svg')].map(each => {
      const box = each.getBoundingClientRect();
      const paths = each.querySelectorAll('path').length;
      return [each.getAttribute('aria-label'), box.width, box.height, paths];
    }),
    letters: Math.min(99, ...labels.map(each => each.getBoundingClientRect().height)),
    contrasts: texts.map(each => [contrast(over(parts(view.getComputedStyle(each).color),
      behind(each, view)), behind(each, view)), each.outerHTML.slice(0, 100)])
      .concat(labels.map(each => [contrast(parts(view.getComputedStyle(each).fill), paper),
        each.outerHTML.slice(0, 100)])),
    lines: [...new Set(strokes)].map(colour => contrast(parts(colour), paper)),
    tables: [...page.querySelectorAll('table')].map(each => {
      const box = each.closest('.scroll').getBoundingClientRect();
      return [box.left, box.right];
    }),
  };
};
"""

# A page with a script says in `data-ready` when it has done its work.
WAITING = """
const tell = found => document.getElementById('found').textContent = JSON.stringify(found);
onload = async () => {
  const frames = [...document.querySelectorAll('iframe')];
  const pages = frames.map(frame => frame.contentDocument);
  while (pages.some(page => page.querySelector('script:not([type])') && !page.body.dataset.ready))
    await new Promise(done => setTimeout(done, 20));
  try { tell(await work(frames)); } catch (failure) { tell(String(failure)); }
};
"""
VIRTUAL_MILLISECONDS = 60_000
"""For which a page may work; Chromium's clock stands still while it does."""


@functools.cache
def browser():
    """Return the command of Chromium; the test is skipped without one that runs."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip(f"no browser: none of {', '.join(PROGRAMS)} is installed")
    return program


def measured(page, folder, scheme):
    """Show a page in a browser and measure it.

    Parameters
    ----------
    page
        Its text.
    folder
        For what the browser writes.
    scheme
        "dark" or "light", the user's preference.

    Returns
    -------
    dict
        What the script measures, by width.
    """
    work = f"{MEASURING} const work = frames => frames.map(measure);"
    found = shown(page, folder, WIDTHS, work, SCHEMES[scheme])
    return dict(zip(WIDTHS, found, strict=True))


def driven(page, folder, script):
    """Show a page of one width and let a script use it as a reader would.

    Parameters
    ----------
    page
        Its text.
    folder
        For what the browser writes.
    script
        The body of an asynchronous function of `page`, the document, and `view`, its window.

    Returns
    -------
    Any
        What the script returns.
    """
    work = f"""const work = async ([frame]) => {{
      const page = frame.contentDocument, view = frame.contentWindow;
      {script}
    }};"""
    return shown(page, folder, WIDTHS[:1], work, SCHEMES["light"])


def shown(page, folder, widths, work, scheme):
    """Show a page in frames of these widths and return what a script finds in them."""
    program = browser()
    frames = "".join(
        f'<iframe srcdoc="{html.escape(page)}" style="border: 0; width: {width}px; height: 900px">'
        "</iframe>"
        for width in widths
    )
    around = folder / f"around-{scheme}.html"
    around.write_text(
        f'<!doctype html><meta charset="utf-8"><pre id="found"></pre>{frames}'
        f"<script>{WAITING}{work}</script>",
        encoding="utf-8",
    )
    done = subprocess.run(
        [
            *(program, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"),
            f"--blink-settings=preferredColorScheme={scheme}",
            f"--virtual-time-budget={VIRTUAL_MILLISECONDS}",
            f"--user-data-dir={folder / 'browser'}",
            around.as_uri(),
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    found = re.search('<pre id="found">(.+?)</pre>', done.stdout, re.DOTALL)
    if found is None and "<iframe" not in done.stdout:
        pytest.skip(f"{program} shows no page: {done.stderr.strip()[-300:]}")
    assert found is not None, done.stderr[-2000:]
    return json.loads(html.unescape(found[1]))
