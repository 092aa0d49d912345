import { getBucket } from '@typecase/contract/buckets'

import { call } from './fixtures/api.ts'
import { answer, choose } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

test('the thinning of old revisions is set in the settings or by a command, and undone', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const days = async () =>
    (await call(server.url, getBucket, { query: { slug } }, owner.token)).bucket
      .thin_revisions_after
  await page.goto(`/${slug}/objects`)
  await choose(page, 'revisions settings', 'Open revisions settings')
  const choice = page.getByRole('button', { name: /Thin old revisions/ })
  await expect(choice).toContainText('Never')
  expect(await violations(page)).toEqual([])
  await choice.press('Enter')
  await page.keyboard.type('After 90')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('older than 90 days')
  await expect(choice).toContainText('After 90 days')
  expect(await days()).toBe(90)

  await choose(page, 'thin old revisions', 'Thin old revisions after…')
  await answer(page, 'Thin revisions', 'never')
  await expect(choice).toContainText('Never')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(choice).toContainText('After 90 days')
  await expect.poll(days).toBe(90)
})

test('locales of an object type are chosen by name', async ({ ownerPage: page, owner, server }) => {
  const { slug } = owner.bucket
  await page.goto(`/${slug}/object-types/posts`)
  await page.getByText('Localized', { exact: true }).click()
  const box = page.getByRole('combobox', { name: 'Add a locale' })
  for (const [words, name] of [
    ['english (en)', 'English'],
    ['german (de)', 'German'],
  ] as const) {
    await box.focus()
    await page.keyboard.type(words)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid', { name: 'Locales' })).toContainText(name)
  }
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ControlOrMeta+s')
  await expect
    .poll(async () => {
      const { bucket } = await call(server.url, getBucket, { query: { slug } }, owner.token)
      return bucket.object_types.find((type) => type.slug === 'posts')?.locales
    })
    .toEqual(['en', 'de'])
})
