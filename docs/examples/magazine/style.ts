/** The look of the example: light and dark, narrow and wide. */
export const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#faf7f1, #12161c); --ink: light-dark(#1d2329, #e9e4d8);
  --soft: light-dark(#626a72, #9aa3ad); --line: light-dark(#ded7c9, #2b323b); --lamp: light-dark(#b3261e, #ffb74d) }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 19px/1.6 Georgia, 'Times New Roman', serif }
header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1.5rem; padding-block: 1.75rem 1.25rem; border-bottom: 3px double var(--line) }
header a { font-size: 1.7rem; font-weight: 700; letter-spacing: -.02em }
header p, footer { margin: 0; color: var(--soft); font-style: italic }
footer { margin-top: 4rem; padding-block: 1.5rem 3rem; border-top: 1px solid var(--line); font-size: .85rem }
a { color: inherit; text-decoration: none } a:hover h2, p a, header a:hover { color: var(--lamp) }
img { display: block; width: 100%; height: auto; border-radius: 3px; background: var(--line) }
h1, h2 { line-height: 1.12; letter-spacing: -.015em; text-wrap: balance; margin: 0 }
h1 { font-size: clamp(2.2rem, 6vw, 3.8rem) } h2 { font-size: 1.5rem }
small { display: block; color: var(--lamp); font: 600 .72rem/1.4 system-ui, sans-serif; letter-spacing: .1em; text-transform: uppercase }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 2.5rem 2rem; margin-top: 2rem }
.cards img { aspect-ratio: 3 / 2; object-fit: cover; margin-bottom: .9rem }
.cards p { margin: .5rem 0 0; color: var(--soft); font-size: .95rem; line-height: 1.5 }
.cards > :first-child { grid-column: 1 / -1; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 0 2rem; align-items: center }
.cards > :first-child h2 { font-size: clamp(1.9rem, 4.5vw, 3rem) }
article { max-width: 42rem; margin: 3rem auto 0 } article > img { margin: 2rem 0 }
.lead { font-size: 1.25rem; color: var(--soft); margin: 1rem 0 } .by { font-size: .9rem; color: var(--soft) }
blockquote { margin: 2.5rem 0; padding-left: 1.5rem; border-left: 3px solid var(--lamp); font-size: 1.4rem; font-style: italic }
.portrait { width: 9rem; aspect-ratio: 1; object-fit: cover; border-radius: 50% }
`
