import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject, type CmsObject, getObject, updateObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { notifications } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const fields = [
  { key: 'teaser', title: 'Teaser', type: 'text' },
  { key: 'body', title: 'Body', type: 'html-textarea' },
  { key: 'author', title: 'Author', type: 'object', object_type: 'articles' },
  { key: 'pictures', title: 'Pictures', type: 'files' },
  {
    key: 'sources',
    title: 'Sources',
    type: 'repeater',
    repeater_fields: [{ key: 'name', title: 'Name', type: 'text' }],
  },
] as const

const rows = (...names: string[]) => names.map((name) => ({ name }))

/** Adds an article and changes it in every way. */
async function article(url: string, { bucket: { slug }, token }: Owner): Promise<CmsObject> {
  const type = {
    title: 'Articles',
    singular: 'Article',
    metafields: fields.map((field) => structuredClone(field)),
  }
  await call(url, addObjectType, { body: { slug, data: type as never } }, token)
  const add = async (data: { title: string; metadata?: Record<string, unknown> }) =>
    (await call(url, addObject, { body: { slug, data: { ...data, type: 'articles' } } }, token))
      .object
  const [callum, maelle] = [await add({ title: 'Callum Reid' }), await add({ title: 'Maëlle' })]
  const object = await add({
    title: 'The door at La Jument',
    metadata: {
      teaser: 'A helicopter, a wave. This is what the photograph leaves out.',
      body: '<p>The one that came carried a photographer from Brest.</p><p>Stays.</p><p>No one on board knew that.</p><h2>Afterwards</h2>',
      author: callum.id,
      sources: rows('Contact sheets', 'Interview', 'Logbook'),
    },
  })
  const metadata = {
    teaser: 'A helicopter, a wave. We asked what the photograph leaves out.',
    body: '<p>The one that came carried a photographer.</p><p>Stays.</p><blockquote><p>I thought they had come to fetch us!</p></blockquote><h3>Afterwards</h3>',
    author: maelle.id,
    sources: rows('Logbook', 'Contact sheets', 'Interview', 'Météo-France'),
  }
  const body = { slug, object_id: object.id, data: { metadata } }
  return (await call(url, updateObject, { body }, token)).object
}

const read = async (url: string, { bucket: { slug }, token }: Owner, id: string) =>
  (await call(url, getObject, { query: { slug, object_id: id } }, token)).object

async function command(page: Page, words: string, title: string | RegExp = words) {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await page.keyboard.type(words)
  await expect(page.getByRole('option', { name: title }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
}

const field = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

test('revisions are compared, one field and the whole revision restored by keyboard, and undone', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await article(server.url, owner)
  await page.goto(`/${owner.bucket.slug}/objects/${id}`)
  await expect(page.getByRole('list', { name: 'Revisions' })).toContainText('Created')
  await command(page, 'show revisions', /^Show revisions/)
  await expect(page.getByRole('heading', { name: 'Compare revisions', level: 1 })).toBeVisible()
  await expect(page.getByText('4 of 7 fields differ')).toBeVisible()

  await test.step('the comparison suits each kind of field', async () => {
    const teaser = field(page, 'Teaser')
    await expect(teaser.getByRole('deletion')).toHaveText(['This', 'is'])
    await expect(teaser.getByRole('insertion')).toHaveText(['We', 'asked'])
    const body = field(page, 'Body')
    await expect(body).toContainText('2 blocks changed, 1 added, 1 removed')
    await expect(body).toContainText('Heading 2 → Heading 3')
    await expect(body).toContainText('1 block unchanged')
    await expect(field(page, 'Author')).toContainText('− Callum Reid')
    await expect(field(page, 'Author')).toContainText('+ Maëlle')
    await expect(field(page, 'Sources')).toContainText('↑ was 3')
    await expect(field(page, 'Sources')).toContainText('+ added')
  })

  await test.step('r restores the field that has the focus', async () => {
    await page.keyboard.press('j')
    await expect(page.getByRole('button', { name: 'Teaser', exact: true })).toBeFocused()
    await page.keyboard.press('j')
    await expect(page.getByRole('button', { name: 'Body', exact: true })).toBeFocused()
    await page.keyboard.press('r')
    await expect(page.getByText('3 of 7 fields differ')).toBeVisible()
    const { metadata } = await read(server.url, owner, id)
    expect(metadata['body']).toContain('from Brest')
    expect(metadata['teaser']).toContain('We asked')
  })

  await test.step('the button restores the rest', async () => {
    await page.getByRole('button', { name: 'Restore this revision' }).press('Enter')
    await expect(page.getByText('These two revisions are the same.')).toBeVisible()
    expect((await read(server.url, owner, id)).metadata['teaser']).toContain('This is')
  })

  await test.step('undo reverts the restore', async () => {
    // The comparison appears before the command has ended. Until then, undo would report that it is still running.
    await expect(notifications(page)).toContainText('The revision is restored in the draft')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByText('3 of 7 fields differ')).toBeVisible()
    expect((await read(server.url, owner, id)).metadata['teaser']).toContain('We asked')
  })
})

test('a revision is named, found by its name, and compared inline', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await article(server.url, owner)
  await page.goto(`/${owner.bucket.slug}/objects/${id}/revisions`)
  await expect(page.getByText('4 of 7 fields differ')).toBeVisible()
  await page.keyboard.press('F2')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type('Before the legal read')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Before the legal read')
  const list = page.getByRole('list', { name: 'Revisions' })
  await expect(list).toContainText('Before the legal read')

  await page.keyboard.press('v')
  await expect(page).toHaveURL(/view=inline/)
  await expect(field(page, 'Teaser')).toContainText('This')
  await page.keyboard.press('Shift+X')
  await expect(field(page, 'Author')).toContainText('+ Callum Reid')

  await command(page, 'compare with', /^Compare with/)
  await page.keyboard.type('legal')
  await expect(page.getByRole('option', { name: /Before the legal read/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Author')).toContainText('+ Maëlle')

  await page.getByRole('radio', { name: 'Published' }).press('Space')
  await expect(page.getByText('No matching revisions.')).toBeVisible()
  await page.getByRole('radio', { name: 'Named' }).press('Space')
  await expect(list.getByRole('link')).toHaveCount(1)
})

test('a restore over someone else’s later save asks first', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await article(server.url, owner)
  // The page receives no events about changes of other people.
  await page.route(/\/events\?/, (route) => route.abort())
  await page.goto(`/${owner.bucket.slug}/objects/${id}/revisions`)
  await expect(page.getByText('4 of 7 fields differ')).toBeVisible()
  const body = { slug: owner.bucket.slug, object_id: id, data: { title: 'Theirs' } }
  await call(server.url, updateObject, { body }, owner.token)
  await page.keyboard.press('Shift+R')
  const dialog = page.getByRole('alertdialog', { name: 'Someone else saved this object' })
  await expect(dialog).toBeVisible()
  expect((await read(server.url, owner, id)).title).toBe('Theirs')
  await dialog.getByRole('button', { name: 'Restore anyway' }).press('Enter')
  await expect(notifications(page)).toContainText('is restored in the draft')
  expect((await read(server.url, owner, id)).title).toBe('The door at La Jument')
})

test('the page of authors lists the sentences of a text', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await article(server.url, owner)
  await page.goto(`/${owner.bucket.slug}/objects/${id}`)
  await command(page, 'who wrote', /who wrote what/)
  await page.keyboard.type('body')
  await expect(page.getByRole('option', { name: /Body/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Who wrote what', level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sentences' })).toContainText(
    'I thought they had come to fetch us!',
  )
})

for (const width of [1440, 390]) {
  test(`the comparison has no violation at ${width} px: side by side, inline, empty and failed`, async ({
    ownerPage: page,
    owner,
    server,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const { id, metadata } = await article(server.url, owner)
    const path = `/${owner.bucket.slug}/objects/${id}/revisions`
    await page.goto(path)
    await expect(page.getByText('4 of 7 fields differ')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.goto(`${path}?view=inline`)
    await expect(page.getByText('4 of 7 fields differ')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.goto(`/${owner.bucket.slug}/objects/${id}/authors?field=content`)
    await expect(page.getByText('There is no text here')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.goto(`/${owner.bucket.slug}/objects/${String(metadata['author'])}/revisions`)
    await expect(page.getByText('No revisions yet')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.route('**/objectRevisions/list*', (route) => route.abort())
    await page.goto(path)
    await expect(page.getByRole('alert').first()).toContainText('could not be loaded')
    expect(await violations(page)).toEqual([])
  })
}
