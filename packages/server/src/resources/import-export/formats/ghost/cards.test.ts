import { expect, test } from 'vitest'

import { cardToHtml } from './cards.ts'

const SPAN = '<span style="white-space: pre-wrap;">'

test.each([
  [
    'image',
    {
      src: '__GHOST_URL__/content/images/a.png',
      alt: '"A"',
      title: 'T',
      width: 4,
      height: 2,
      caption: `${SPAN}By </span><em>me</em>`,
    },
    '<figure><img src="__GHOST_URL__/content/images/a.png" alt="&quot;A&quot;" title="T" width="4" height="2"><figcaption>By <em>me</em></figcaption></figure>',
  ],
  ['image', { src: '/a.png', width: -1 }, '<figure><img src="/a.png" alt=""></figure>'],
  [
    'image',
    { src: '/a.png', href: 'https://b.org' },
    '<p><a href="https://b.org"><img src="/a.png" alt=""></a></p>',
  ],
  [
    'image',
    { src: '/a.png', href: '/b', caption: 'C' },
    '<figure><a href="/b"><img src="/a.png" alt=""></a><figcaption>C</figcaption></figure>',
  ],
  ['image', { src: 'javascript:x' }, ''],
  [
    'gallery',
    {
      images: [{ src: '/a.png', alt: 'A' }, { fileName: 'b' }, 7, { src: '/c.png' }],
      caption: 'C',
    },
    '<figure><img src="/a.png" alt="A"></figure><figure><img src="/c.png" alt=""></figure><p>C</p>',
  ],
  ['html', { html: '<div class="a">b</div>' }, '<div class="a">b</div>'],
  ['html', { html: 'mail', visibility: { web: { nonMember: false, memberSegment: '' } } }, ''],
  [
    'markdown',
    { markdown: '# A\n\n![b](/b.png)' },
    '<h1>A</h1>\n<p><img src="/b.png" alt="b"></p>',
  ],
  [
    'markdown',
    { markdown: '<div class="a">\n\n*b*\n\n</div>\n\n<u>c</u>\nd `<i>`\n\n| e |\n| - |\n| f |' },
    '<div class="a">\n<p><em>b</em></p>\n</div>\n<p><u>c</u><br>\nd <code>&lt;i&gt;</code></p>\n<table>\n<thead>\n<tr>\n<th>e</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>f</td>\n</tr>\n</tbody>\n</table>',
  ],
  ['markdown', { markdown: '[a](javascript:x)' }, '<p>[a](javascript:x)</p>'],
  [
    'markdown',
    { markdown: '![a](__GHOST_URL__/a.png)' },
    '<p><img src="__GHOST_URL__/a.png" alt="a"></p>',
  ],
  ['markdown', {}, ''],
  [
    'codeblock',
    { code: '<a>\n', language: 'ts"', caption: 'C' },
    '<pre><code class="language-ts">&lt;a&gt;\n</code></pre><p>C</p>',
  ],
  ['horizontalrule', {}, '<hr>'],
  [
    'bookmark',
    { url: 'https://a.org', metadata: { title: 'A < B', description: 'D' }, caption: 'C' },
    '<p><a href="https://a.org">A &lt; B</a><br>D</p><p>C</p>',
  ],
  [
    'bookmark',
    { url: 'https://a.org', metadata: null },
    '<p><a href="https://a.org">https://a.org</a></p>',
  ],
  [
    'embed',
    { html: '<iframe src="https://v.org"></iframe>', caption: 'C' },
    '<figure><iframe src="https://v.org"></iframe><figcaption>C</figcaption></figure>',
  ],
  ['embed', { html: '<iframe></iframe>' }, '<iframe></iframe>'],
  ['embed', { url: 'https://v.org' }, '<p><a href="https://v.org">https://v.org</a></p>'],
  [
    'video',
    { src: '/v.mp4', thumbnailSrc: '/a.jpg', customThumbnailSrc: '', caption: 'C' },
    '<figure><video src="/v.mp4" poster="/a.jpg" controls></video><figcaption>C</figcaption></figure>',
  ],
  ['video', { src: '/v.mp4', thumbnailSrc: 'data:x' }, '<video src="/v.mp4" controls></video>'],
  ['audio', { src: '/a.mp3', title: 'A' }, '<p>A</p><audio src="/a.mp3" controls></audio>'],
  [
    'file',
    { src: '/a.pdf', fileTitle: 'A', fileName: 'a.pdf', fileCaption: 'C' },
    '<p><a href="/a.pdf">A</a></p><p>C</p>',
  ],
  ['button', { buttonUrl: '/a', buttonText: 'A' }, '<p><a href="/a">A</a></p>'],
  ['button', { buttonUrl: ' JavaScript:x', buttonText: 'A' }, '<p>A</p>'],
  [
    'callout',
    { calloutEmoji: '$&', calloutText: `<p>${SPAN}A</span></p><p>B</p>` },
    '<blockquote><p>$&amp; A</p><p>B</p></blockquote>',
  ],
  ['callout', { calloutText: 'A <b>b</b>' }, '<blockquote><p>A <b>b</b></p></blockquote>'],
  [
    'callout',
    { calloutEmoji: '!', calloutText: '<ul><li>A</li></ul>' },
    '<blockquote><p>!</p><ul><li>A</li></ul></blockquote>',
  ],
  [
    'toggle',
    { heading: `${SPAN}A</span>`, content: '<p>B</p><p>C</p>' },
    '<details><summary>A</summary><p>B</p><p>C</p></details>',
  ],
  [
    'header',
    {
      version: 2,
      header: `<p>${SPAN}A</span></p><p>B</p>`,
      subheader: 'C',
      backgroundImageSrc: '/a.jpg',
      buttonEnabled: true,
      buttonUrl: '/d',
      buttonText: 'D',
    },
    '<figure><img src="/a.jpg" alt=""></figure><h2>A<br>B</h2><p>C</p><p><a href="/d">D</a></p>',
  ],
  ['header', { header: 'A', buttonEnabled: false, buttonUrl: '/d', buttonText: 'D' }, '<h2>A</h2>'],
  [
    'product',
    {
      productImageSrc: '/a.jpg',
      productTitle: 'A',
      productDescription: '<p>B</p>',
      productRatingEnabled: true,
      productStarRating: 3,
      productButtonEnabled: true,
      productButton: 'Buy',
      productUrl: '/b',
    },
    '<figure><img src="/a.jpg" alt=""></figure><h4>A</h4><p>★★★☆☆</p><p>B</p><p><a href="/b">Buy</a></p>',
  ],
  [
    'call-to-action',
    {
      hasSponsorLabel: true,
      sponsorLabel: `<p>${SPAN}SPONSORED</span></p>`,
      imageUrl: '/a.jpg',
      textValue: '<p>A</p>',
      showButton: true,
      buttonUrl: '/b',
      buttonText: 'B',
    },
    '<p>SPONSORED</p><figure><img src="/a.jpg" alt=""></figure><p>A</p><p><a href="/b">B</a></p>',
  ],
  ['signup', { header: 'A', subheader: 'B', disclaimer: 'C' }, '<h2>A</h2><p>B</p><p>C</p>'],
  ['paywall', {}, '<!--members-only-->'],
  ['email', { html: '<p>A</p>' }, ''],
  ['email-cta', { html: '<p>A</p>' }, ''],
] as const)('the card %s becomes HTML: %j', (name, card, expected) => {
  expect(cardToHtml(name, card)).toBe(expected)
})

test.each(['collection', '', '__proto__', 'constructor'])(
  'an unknown card gives no HTML: %s',
  (name) => {
    expect(cardToHtml(name, {})).toBeUndefined()
  },
)

test.each(['> ', '*a_ ', '1. ', '[a](', '<a', '`'])(
  'a markdown card that repeats %j many times is converted',
  (part) => {
    expect(cardToHtml('markdown', { markdown: part.repeat(20_000) })).toBeTypeOf('string')
  },
)
