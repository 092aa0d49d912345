import { expect, test } from 'vitest'

import { pictureSource } from './use-text-pictures.tsx'

const src = 'https://x.org/media/rect=1,2,3,4&fp-x=0.5&fp-y=0/a.png'

test.each([
  [{ src, alt: 'A [storm]\nat "sea"' }, 'markdown', `![A \\[storm\\] at "sea"](${src})`],
  [{ src: 'https://x.org/a (1).png', alt: '' }, 'markdown', '![](<https://x.org/a (1).png>)'],
  [
    { src, alt: '"A" <storm> & sea' },
    'html',
    `<img src="${src.replaceAll('&', '&amp;')}" alt="&quot;A&quot; &lt;storm&gt; &amp; sea">`,
  ],
] as const)('the picture %j is written as %s', (picture, language, source) => {
  expect(pictureSource(picture, language)).toBe(source)
})
