import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { deleteObjects, updateObject } from '@typecase/contract/objects'
import { addSharedLink, updateSharedLink } from '@typecase/contract/shared-links'

import { call } from './fixtures/api.ts'
import { filesInHand, picture } from './fixtures/pictures.ts'
import { addObjects } from './fixtures/content.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const LIST = '**/v3/admin/objects/list*'
const PUBLISH = '**/v3/admin/objects/publishByIds*'
const OPEN_LINK = '**/v3/admin/sharedLinks/open*'
const SITE_CONTENT = '**/v3/buckets/*/objects*'

for (const width of [1440, 390]) {
  test.describe(`the page at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('has no violation in a conflict', async ({ ownerPage: page, owner, server }) => {
      const [object] = await addObjects(server, owner, ['Author'])
      await page.goto(`/${owner.bucket.slug}/objects/${object?.id}`)
      const title = page.getByRole('textbox', { name: 'Title', exact: true })
      await title.fill('Mine')
      const data = { title: 'Theirs' }
      const body = { slug: owner.bucket.slug, object_id: object?.id ?? '', data }
      await call(server.url, updateObject, { body }, owner.token)
      await page.keyboard.press('ControlOrMeta+s')
      await expect(page.getByRole('region', { name: /^Changed by you elsewhere/ })).toBeFocused()
      expect(await violations(page)).toEqual([])
    })

    test('shows toasts above the bar of the selection, with no violation', async ({
      ownerPage: page,
      owner,
      server,
    }) => {
      await addObjects(server, owner, ['One', 'Two', 'Three', 'Four'])
      await openList(page, owner.bucket.slug)
      await selectAll(page)
      await page.keyboard.press('ControlOrMeta+Enter')
      const region = page.getByRole('region', { name: 'Notifications' })
      await expect(region.getByRole('button', { name: 'Undo' })).toBeVisible()
      // The toast stays while it has the focus.
      await region.getByRole('button', { name: 'Undo' }).focus()
      expect(await isAbove(page)).toBe(true)
      expect(await violations(page)).toEqual([])
    })

    test('shows a command that hangs in the tray, with no violation', async ({
      ownerPage: page,
      owner,
      server,
    }) => {
      await addObjects(server, owner, ['One', 'Two'])
      await openList(page, owner.bucket.slug)
      await page.route(PUBLISH, () => {})
      await selectAll(page)
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(page.getByRole('button', { name: 'Cancel Publish' })).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    test('has no violation with a list that failed to load and with one that may not be seen', async ({
      ownerPage: page,
      owner,
    }) => {
      await page.route(LIST, (route) => route.abort())
      await page.goto(`/${owner.bucket.slug}/objects`)
      await expect(page.getByRole('alert')).toContainText('could not be loaded')
      expect(await violations(page)).toEqual([])
      // Every role of a bucket may read objects, so the test fakes the refusal.
      const refusal = { status: 403, code: 'forbidden', message: 'Your role may not read objects.' }
      await page.route(LIST, (route) => route.fulfill({ status: 403, json: refusal }))
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText('You cannot see these objects')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    test('explains what the user may not see and offers no retry, with no violation', async ({
      ownerPage: page,
      owner,
      server,
    }) => {
      // The test loads eleven pages.
      test.slow()
      const { slug } = owner.bucket
      const [object] = await addObjects(server, owner, ['Author'])
      // Every role of a bucket may read these, so the test fakes the refusal.
      const refusal = { status: 403, code: 'forbidden', message: 'Your role may not read this.' }
      for (const [path, calls, what] of [
        ['calendar', /objects\/list/, 'schedule'],
        ['releases', /releases\/list/, 'releases'],
        ['releases/0123456789abcdef01234567', /releases\/get/, 'release'],
        ['smart-views', /smartViews\/list/, 'smart views'],
        ['repositories', /admin\/repositories/, 'repositories'],
        ['comments', /comments\/list/, 'comments'],
        ['settings/webhooks', /webhooks\/list/, 'webhooks'],
        ['webhooks/0123456789abcdef01234567', /webhooks\/get/, 'webhook'],
        ['locales', /objects\/localeCoverage/, 'translations'],
        [`objects/${object?.id}/revisions`, /objectRevisions\/list/, 'revisions'],
        [`objects/${object?.id}/authors`, /objectRevisions\/authors/, 'revisions'],
      ] as const) {
        await page.route(calls, (route) => route.fulfill({ status: 403, json: refusal }))
        await page.goto(`/${slug}/${path}`)
        const heading = page.getByRole('heading', { name: `You may not see the ${what}` })
        await expect(heading).toBeVisible()
        await expect(page.getByText(refusal.message)).toBeVisible()
        await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
        expect(await violations(page)).toEqual([])
        await page.unroute(calls)
      }
    })

    test('has no violation with media, uploads that fail, the picker, a crop and a focal point', async ({
      ownerPage: page,
      owner,
      server,
    }) => {
      test.slow()
      const { slug } = owner.bucket
      const metafields = [{ key: 'hero', title: 'Hero', type: 'file' as const }]
      const data = { title: 'Stories', slug: 'stories', singular: 'Story', metafields }
      await call(server.url, addObjectType, { body: { slug, data } }, owner.token)
      await page.goto(`/${slug}/media`)
      await expect(page.getByText('No media yet')).toBeVisible()
      expect.soft(await violations(page), 'no media').toEqual([])
      const dataTransfer = await filesInHand(page, [
        picture('storm.png', [20, 30, 60], 640, 480),
        { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<!doctype html>') },
      ])
      await page.getByText('No media yet').dispatchEvent('drop', { dataTransfer })
      await expect(page.getByRole('gridcell', { name: 'storm.png' })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('page.html')
      expect.soft(await violations(page), 'media').toEqual([])
      await page.keyboard.press('j')
      await expect(page.getByRole('gridcell', { name: 'storm.png' })).toBeFocused()
      await page.keyboard.press('f')
      await expect(page.getByRole('dialog', { name: /^Focal point/ })).toBeVisible()
      expect.soft(await violations(page), 'focal point').toEqual([])

      await page.goto(`/${slug}/objects/new?type=stories`)
      await page.getByRole('button', { name: 'Choose for Hero' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Choose a file for Hero' })
      await expect(dialog.getByRole('gridcell', { name: 'storm.png' })).toBeVisible()
      expect.soft(await violations(page), 'picker').toEqual([])
      await dialog.getByRole('searchbox').fill('nothing of the kind')
      await expect(dialog.getByText('No media match')).toBeVisible()
      expect.soft(await violations(page), 'picker without a match').toEqual([])
      await dialog.getByRole('searchbox').fill('storm')
      await dialog.getByRole('gridcell', { name: 'storm.png' }).focus()
      await page.keyboard.press('Alt+c')
      await expect(dialog.getByRole('application')).toBeFocused()
      await page.keyboard.press('Shift+ArrowUp')
      expect.soft(await violations(page), 'crop').toEqual([])
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('textbox', { name: 'Alt text' })).toBeVisible()
      expect.soft(await violations(page), 'a field with a picture').toEqual([])
    })

    test('has a heading when the object or page does not exist, with no violation', async ({
      ownerPage: page,
      owner,
    }) => {
      const missingPages = [
        `/${owner.bucket.slug}/objects/${'0'.repeat(24)}`,
        `/${owner.bucket.slug}/object-types/gone`,
        `/${owner.bucket.slug}/no-such-page`,
      ]
      for (const path of missingPages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/no such|not found/i)
        expect.soft(await violations(page), path).toEqual([])
      }
    })

    test('of a shared link has no violation when it fails, is empty or is closed', async ({
      page,
      owner,
      server,
    }) => {
      const { slug } = owner.bucket
      const [object] = await addObjects(server, owner, ['Mary Shelley'])
      const object_ids = [object?.id ?? '']
      const expires_at = Date.now() + 3_600_000
      const data = { title: 'For Ms Byron', expires_at, takes_comments: true }
      const sharing = { body: { slug, object_ids, data } }
      const { link } = await call(server.url, addSharedLink, sharing, owner.token)
      const failure = { status: 500, code: 'internal', message: 'Something went wrong.' }
      const fail = (calls: string) =>
        page.route(calls, (route) => route.fulfill({ status: 500, json: failure }))

      await fail(OPEN_LINK)
      await page.goto(link.path)
      await expect(page.getByText('The preview could not be loaded')).toBeVisible()
      expect.soft(await violations(page), 'failure').toEqual([])
      await page.unroute(OPEN_LINK)
      await fail(SITE_CONTENT)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText('This object could not be loaded')).toBeVisible()
      expect.soft(await violations(page), 'failure of an object').toEqual([])
      await page.unroute(SITE_CONTENT)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('heading', { name: 'Mary Shelley' })).toBeVisible()
      expect.soft(await violations(page), 'content').toEqual([])

      await call(server.url, deleteObjects, { body: { slug, object_ids } }, owner.token)
      await page.reload()
      await expect(page.getByText('Nothing to see')).toBeVisible()
      expect.soft(await violations(page), 'nothing').toEqual([])
      const closing = { body: { slug, link_id: link.id, data: { is_revoked: true } } }
      await call(server.url, updateSharedLink, closing, owner.token)
      await page.reload()
      await expect(page.getByText('This link no longer works')).toBeVisible()
      expect.soft(await violations(page), 'closed').toEqual([])
    })
  })
}

test.describe('a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('opens and closes the palette, with no violation', async ({ ownerPage: page, owner }) => {
    await page.goto(`/${owner.bucket.slug}/objects`)
    await page.getByRole('button', { name: 'Search or run a command' }).tap()
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await expect(palette.getByRole('button', { name: 'Go to Projects' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await palette.getByRole('button', { name: 'Close' }).tap()
    await expect(palette).toBeHidden()
  })
})

async function openList(page: Page, slug: string): Promise<void> {
  await page.goto(`/${slug}/objects?query={"type":"authors"}`)
  await expect(page.getByRole('grid', { name: 'Objects' }).getByRole('row').nth(1)).toBeVisible()
}

async function selectAll(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
}

/** Whether the toasts leave the bar uncovered. */
async function isAbove(page: Page): Promise<boolean> {
  const toasts = await page.getByRole('region', { name: 'Notifications' }).boundingBox()
  const bar = await page.getByRole('toolbar', { name: 'Selection' }).boundingBox()
  return toasts !== null && bar !== null && toasts.y + toasts.height <= bar.y
}
