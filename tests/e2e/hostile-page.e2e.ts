import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { updateBucket } from '@typecase/contract/buckets'
import { listObjects } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import {
  addObjectOf,
  addObjectTypes,
  openObject,
  readObject,
  save,
  textbox,
} from './fixtures/object-form.ts'
import { choose } from './fixtures/palette.ts'
import { startPreviewSite } from './fixtures/preview-site.ts'
import { expect, test } from './fixtures/test.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../fixtures/preview-hostile.html'), 'utf8')

test('no attempt of a hostile page in the preview succeeds, and the form keeps working', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { url } = server
  const { slug } = owner.bucket
  const metafields = [{ key: 'teaser', title: 'Teaser', type: 'text' }]
  await addObjectTypes(url, owner, [{ title: 'Articles', slug: 'articles', metafields }])
  const article = { type: 'articles', title: 'The door', metadata: { teaser: 'A wave' } }
  const { id } = await addObjectOf(url, owner, article)
  const website = await startPreviewSite(
    PAGE.replaceAll('FIRST', id).replaceAll("'DASHBOARD'", `'${url}'`),
  )
  const preview = { id: 'a', name: 'Website', url: `${website.url}/{slug}`, types: [] }
  const body = { slug, data: { preview_sites: [preview] } }
  await call(url, updateBucket, { body }, owner.token)

  const happened: string[] = []
  page.on('dialog', (dialog) => {
    happened.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('download', () => happened.push('a download'))
  page.context().on('page', (popup) => void popup.close().catch(() => {}))

  await openObject(page, owner, id)
  const address = page.url()
  await textbox(page, 'Teaser').focus()
  await page.keyboard.press('Alt+v')
  const site = page.frameLocator('iframe[title^="Preview: "]').frameLocator('iframe').first()
  await expect(site.locator('#done')).toHaveText('done', { timeout: 50_000 })

  const attempts = await site
    .locator('#attempts li')
    .evaluateAll((items) =>
      items.map((item) => [item.textContent, item.getAttribute('data-gained')] as const),
    )
  expect(attempts.length).toBeGreaterThanOrEqual(50)
  expect(attempts.filter(([, gained]) => gained !== '')).toEqual([])
  expect(happened).toEqual([])
  expect(page.url()).toBe(address)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
    'The page sends more messages than can be read.',
  )

  await expect(textbox(page, 'Teaser')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(', still here')
  await save(page)
  const { objects } = await call(url, listObjects, { query: { slug, limit: 10 } }, owner.token)
  expect(objects).toHaveLength(1)
  expect(await readObject(url, owner, id)).toMatchObject({
    title: 'The door',
    status: 'draft',
    metadata: { teaser: 'A wave, still here' },
  })
  await choose(page, 'hide the preview', 'Show or hide the preview')
  await expect(page.getByRole('region', { name: 'Preview' })).toBeHidden()
  website.close()
})
