// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { cleanPasted } from './pasted-html.ts'

test.each([
  [
    'nothing to clean',
    '<p>Plain <a href="/a?b=1&amp;c">link</a></p>',
    '<p>Plain <a href="/a?b=1&amp;c">link</a></p>',
  ],
  ['styles that say nothing', '<p style="color: red" class="x">Text</p>', '<p class="x">Text</p>'],
  [
    'bold and italic',
    '<span style="font-weight:700;font-style:italic">Word</span>',
    '<span><em><strong>Word</strong></em></span>',
  ],
  [
    'underlined and struck',
    "<span STYLE='text-decoration: underline line-through'>Word</span>",
    '<span><s><u>Word</u></s></span>',
  ],
  [
    'a link, which is underlined anyway',
    '<a href="/a"><span style="text-decoration:underline">Word</span></a>',
    '<a href="/a"><span>Word</span></a>',
  ],
  [
    'the wrapper of Google Docs',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p>Text</p></b>',
    '<p>Text</p>',
  ],
  ['style sheets', '<style>p { color: red }</style><p>Text</p>', '<p>Text</p>'],
  [
    'a > within an attribute',
    '<p title="a > b" style="color:red">style="x"</p>',
    '<p title="a > b">style="x"</p>',
  ],
  [
    'a table',
    '<table style="width:9cm"><tbody><tr><td style="font-weight:bold">A</td></tr></tbody></table>',
    '<table><tbody><tr><td><strong>A</strong></td></tr></tbody></table>',
  ],
])('%s', (_what, pasted, clean) => {
  expect(cleanPasted(pasted).replaceAll('&gt;', '>')).toBe(clean)
})
