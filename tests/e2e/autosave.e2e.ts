import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { listChangeSets } from '@typecase/contract/change-sets'

import { call } from './fixtures/api.ts'
import {
  addObjectOf,
  addObjectTypes,
  openObject,
  readObject,
  saveState,
  textbox,
} from './fixtures/object-form.ts'
import { choose } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { expect, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const metafields = [
  { key: 'teaser', title: 'Teaser', type: 'text' },
  { key: 'author', title: 'Author', type: 'text' },
]

async function article(url: string, owner: Owner): Promise<string> {
  await addObjectTypes(url, owner, [{ title: 'Articles', slug: 'articles', metafields }])
  const sample = {
    type: 'articles',
    title: 'The door at La Jument',
    metadata: { teaser: 'A wave' },
  }
  return (await addObjectOf(url, owner, sample)).id
}

const autosaved = { timeout: 30_000 }

test('drafts are saved when the author pauses, as one change in the history, until the author turns it off', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const id = await article(server.url, owner)
  const body = { slug, data: { autosaves_drafts: true } }
  await call(server.url, updateBucket, { body }, owner.token)
  await openObject(page, owner, id)
  await textbox(page, 'Teaser').fill('Typed, and not saved by hand')
  await expect(saveState(page)).toHaveText('Unsaved changes')
  await expect(saveState(page)).toHaveText('Saved', autosaved)
  await textbox(page, 'Author').fill('Callum')
  await expect(saveState(page)).toHaveText('Unsaved changes')
  await expect(saveState(page)).toHaveText('Saved', autosaved)
  const { metadata, status } = await readObject(server.url, owner, id)
  expect(metadata).toMatchObject({ teaser: 'Typed, and not saved by hand', author: 'Callum' })
  expect(status).toBe('draft')
  const query = { slug, object_id: id }
  const { change_sets: sets } = await call(server.url, listChangeSets, { query }, owner.token)
  expect(sets.map(({ kind }) => kind)).toEqual(['autosave', 'add'])

  await choose(page, 'autosave', 'Turn autosave on or off for me')
  await expect(notifications(page)).toContainText('Autosave is off for you in this bucket.')
  await textbox(page, 'Author').fill('Maëlle')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saveState(page)).toHaveText('Saved')
  await notifications(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(notifications(page)).toContainText('Undone')
  await textbox(page, 'Author').fill('Elsa')
  await expect(saveState(page)).toHaveText('Saved', autosaved)
})

test('autosave is turned on for a bucket, and undone', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const isOn = async () =>
    (await call(server.url, getBucket, { query: { slug } }, owner.token)).bucket.autosaves_drafts
  await page.goto(`/${slug}/objects`)
  await choose(page, 'autosave settings', 'Open autosave settings')
  const choice = page.getByRole('switch', { name: 'Save drafts when their author pauses' })
  await expect(choice).not.toBeChecked()
  expect(await violations(page)).toEqual([])
  await choice.press('Space')
  await expect(choice).toBeChecked()
  await expect(notifications(page)).toContainText('Autosave is on in this bucket.')
  expect(await isOn()).toBe(true)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(choice).not.toBeChecked()
  await expect.poll(isOn).toBe(false)
})
