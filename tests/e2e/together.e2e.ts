import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { addEditor, otherBrowser } from './fixtures/editor.ts'
import { expect, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const metafields = [
  { key: 'teaser', title: 'Teaser', type: 'text' },
  { key: 'author', title: 'Author', type: 'text' },
]

/** The id of an article. */
async function article(url: string, { bucket: { slug }, token }: Owner): Promise<string> {
  const type = { title: 'Articles', singular: 'Article', metafields }
  await call(url, addObjectType, { body: { slug, data: type as never } }, token)
  const metadata = { teaser: 'A helicopter, a wave.', author: 'Maëlle' }
  const data = { type: 'articles', title: 'The door at La Jument', metadata }
  return (await call(url, addObject, { body: { slug, data } }, token)).object.id
}

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const others = (page: Page) => page.getByRole('list', { name: 'Also here' })

async function open(page: Page, { bucket }: Owner, id: string): Promise<void> {
  await page.goto(`/${bucket.slug}/objects/${id}`)
  await expect(textbox(page, 'Title')).toBeVisible()
}

test('shows who else has the object open and in which field, leads there, and says who leaves', async ({
  ownerPage: page,
  owner,
  server,
  browser,
}) => {
  const id = await article(server.url, owner)
  const grace = await otherBrowser(browser, server.url, (await addEditor(server, owner)).token)
  await open(page, owner, id)
  await expect(others(page)).toHaveCount(0)
  await open(grace, owner, id)
  const face = others(page).getByRole('button', { name: 'Grace Hopper' })
  await expect(face).toBeVisible()
  await expect(page.getByText('Grace Hopper opened this object as well.')).toBeAttached()

  await textbox(grace, 'Teaser').focus()
  await expect(others(page).getByRole('button', { name: 'Grace Hopper, in Teaser' })).toBeVisible()
  await expect(page.getByText('Grace Hopper is here')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await others(page).getByRole('button').press('Enter')
  await expect(textbox(page, 'Teaser')).toBeFocused()
  // Seen from the other side.
  await expect(grace.locator('[data-path="metadata.teaser"]')).toContainText('is here')

  await textbox(grace, 'Author').focus()
  await expect(page.locator('[data-path="metadata.author"]')).toContainText('Grace Hopper is here')
  await expect(page.locator('[data-path="metadata.teaser"]')).not.toContainText('is here')
  await grace.goto(`/${owner.bucket.slug}/objects`)
  await expect(others(page)).toHaveCount(0)
  await open(grace, owner, id)
  await expect(face).toBeVisible()
  await grace.context().close()
  await expect(others(page)).toHaveCount(0)
})
