import { describe, expect, test } from 'vitest'

import { createTexts } from './texts.ts'

const pictures = [
  { url: 'https://blog.example/a.jpg', alt: 'A “tower”', caption: 'By the sea' },
  { url: 'https://blog.example/b.jpg', alt: '', caption: '' },
]
const textsOf = (keepsBlocks = false) =>
  createTexts({ keepsBlocks, picturesOf: (ids) => (ids?.[0] === 'none' ? [] : pictures) })

const BLOCKS = `<!-- wp:paragraph {"align":"left"} -->
<p>One</p>
<!-- /wp:paragraph -->

<!-- wp:latest-posts {"count":3} /-->

<!--more-->

<!-- wp:acme/card -->
<div class="card">Two<!-- stays --></div>
<!-- /wp:acme/card -->`

test('block comments are removed, and blocks without HTML are named in a warning', () => {
  const texts = textsOf()
  expect(texts.toHtml(BLOCKS, '1')).toBe('<p>One</p>\n\n<div class="card">Two<!-- stays --></div>')
  expect(texts.warnings()).toEqual([
    'Blocks that have no HTML in the export are left out: latest-posts.',
  ])
})

test('block comments stay on request', () => {
  expect(textsOf(true).toHtml(BLOCKS, '1')).toBe(BLOCKS)
})

describe('blocks that posts share', () => {
  const shared: Readonly<Record<string, string>> = {
    '12': '<!-- wp:paragraph -->\n<p>Shared</p>\n<!-- /wp:paragraph -->',
    '13': '<!-- wp:block {"ref":12} /--> <!-- wp:block {"ref":14} /-->',
    '15': '<p>A</p><!-- wp:block {"ref":15} /-->',
  }
  const toHtml = (text: string, keepsBlocks = false) => {
    const texts = createTexts({
      keepsBlocks,
      picturesOf: () => [],
      sharedBlock: (id) => shared[id],
    })
    return { html: texts.toHtml(text, '1'), warnings: texts.warnings() }
  }
  const LOST = 'Blocks that have no HTML in the export are left out: block.'

  test('are inserted in their places, also within other shared blocks', () => {
    const text = '<p>One</p>\n<!-- wp:block {"ref":13,"content":{"a":{"b":1}}} /-->\n<p>Two</p>'
    const { html, warnings } = toHtml(text)
    expect(html.replaceAll(/\s+/g, '')).toBe('<p>One</p><p>Shared</p><p>Two</p>')
    expect(warnings).toEqual([LOST])
  })

  test('keep their comments on request', () => {
    expect(toHtml('<!-- wp:block {"ref":12} /-->', true).html).toBe(shared['12'])
  })

  test('that contain themselves are inserted a limited number of times', () => {
    const { html, warnings } = toHtml('<!-- wp:block {"ref":15} /-->')
    expect(html).toMatch(/^(?:<p>A<\/p>){1,10}$/)
    expect(warnings).toEqual([LOST])
  })

  test('are read if they repeat many times, within 8 MB, or are never closed', () => {
    const { html } = toHtml('<!-- wp:block {"ref":12} /-->'.repeat(200_000))
    expect(html.length).toBeLessThan(9 * 2 ** 20)
    expect(toHtml('<!-- wp:block {"ref":12'.repeat(20_000)).html).not.toBe('')
  })
})

test('galleries, captions, embeds and videos become HTML', () => {
  const { toHtml, warnings } = textsOf()
  expect(toHtml('[gallery ids="1,2"]', '1')).toContain(
    '<img src="https://blog.example/a.jpg" alt="A “tower”">',
  )
  expect(toHtml('[gallery]', '1')).toContain('<figcaption>By the sea</figcaption>')
  expect(
    toHtml('[caption id="a" width="3"]<img src="a.jpg" /> The <b>sea</b>[/caption]', '1'),
  ).toBe('<figure><img src="a.jpg" />\n<figcaption>The <b>sea</b></figcaption>\n</figure>')
  expect(toHtml('[embed]https://video.example/1[/embed]', '1')).toBe(
    '<p><a href="https://video.example/1">https://video.example/1</a></p>',
  )
  expect(toHtml('[video mp4="https://blog.example/a.mp4"][/video]', '1')).toContain(
    '<video src="https://blog.example/a.mp4" controls></video>',
  )
  expect(warnings()).toEqual([])
})

test('other shortcodes stay and are counted, and plain words in brackets are not counted', () => {
  const { toHtml, warnings } = textsOf()
  const text =
    'He [sic] said [contact-form-7 id="1"] and [box]x[/box] [box]y[/box] [gallery ids="none"]'
  expect(toHtml(text, '1')).toBe(`<p>${text}</p>`)
  expect(warnings()).toEqual(['Shortcodes stay in texts: [box] (2), [contact-form-7], [gallery].'])
})

test.each(['[caption]', '[a]', '<!-- wp:x ', '[gallery ids="none"]'])(
  '%j repeated many times is converted',
  (part) => {
    const text = part.repeat(20_000)
    expect(textsOf().toHtml(text, '1')).not.toBe('')
  },
)
