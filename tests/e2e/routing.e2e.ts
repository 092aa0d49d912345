import type { Page } from '@playwright/test'
import { addBucket } from '@typecase/contract/projects'

import { call } from './fixtures/api.ts'
import { logIn } from './fixtures/log-in.ts'
import { expect, signUpOwner, test } from './fixtures/test.ts'

const mod = process.platform === 'darwin' ? 'Meta' : 'Control'

/** Some browser or version resolves each of these to another site. None of them may leave the origin. */
const HOSTILE = [
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5Cevil.example',
  '/%2F%2Fevil.example',
  '/\t/evil.example',
  'https:evil.example',
  'javascript:document.title="owned"',
  'data:text/html,owned',
  '/login?redirect_to=//evil.example',
  '/.//evil.example',
  '/..//evil.example',
]

/** Records the addresses that a page goes through, in order. */
function follow(page: Page): string[] {
  const visited: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url())
    visited.push(pathname + search)
  })
  return visited
}

test.describe('without a session', () => {
  test('a page that needs a session leads to the login page, and back after it', async ({
    page,
    owner,
  }) => {
    const url = `/${owner.bucket.slug}/object-types?from=mail`
    await page.goto(url)
    await expect(page).toHaveURL(`/login?redirect_to=${encodeURIComponent(url)}`)
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
    await logIn(page, owner)
    await expect(page).toHaveURL(url)
    await expect(page.getByRole('heading', { name: 'Object types', level: 1 })).toBeVisible()
  })

  test('an unknown page leads to the login page, and then to a 404', async ({ page, owner }) => {
    await page.goto('/no/such/page')
    await expect(page).toHaveURL(`/login?redirect_to=${encodeURIComponent('/no/such/page')}`)
    await logIn(page, owner)
    // Bucket “no” does not exist.
    await expect(page).toHaveURL('/404')
    await expect(page.getByText('There is nothing here')).toBeVisible()
  })

  test('the root leads to the login page, and then to the objects of the only bucket', async ({
    page,
    owner,
  }) => {
    await page.goto('/')
    await expect(page).toHaveURL('/login')
    await logIn(page, owner)
    await expect(page).toHaveURL(`/${owner.bucket.slug}/objects`)
    await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeFocused()
  })

  test('the login leads to the projects with two buckets, or when the projects were requested', async ({
    page,
    owner,
    server,
  }) => {
    await page.goto('/projects')
    await logIn(page, owner)
    await expect(page).toHaveURL('/projects')
    const body = { project_id: owner.project.id, data: { title: 'Second' } }
    await call(server.url, addBucket, { body }, owner.token)
    await page.context().clearCookies()
    await page.goto('/login')
    await logIn(page, owner)
    await expect(page).toHaveURL('/projects')
  })

  test('the pages for signing in open', async ({ page }) => {
    for (const path of ['/login', '/signup', '/2fa', '/forgot-password', '/verify-email']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
    }
  })

  test('no redirect_to leads to another site', async ({ page, owner, server, context }) => {
    test.slow()
    for (const target of HOSTILE) {
      await test.step(target, async () => {
        await context.clearCookies()
        await page.goto(`/login?redirect_to=${encodeURIComponent(target)}`)
        await logIn(page, owner)
        await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
        expect(page.url(), target).toBe(`${server.url}/${owner.bucket.slug}/objects`)
      })
    }
  })

  test('a stored redirect_to of another site is ignored', async ({ page, owner, server }) => {
    await page.goto('/login')
    await page.evaluate(() => localStorage.setItem('redirect_to', '//evil.example'))
    await logIn(page, owner)
    await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
    expect(page.url()).toBe(`${server.url}/${owner.bucket.slug}/objects`)
  })

  test('the plan for a workspace is kept through the login', async ({ page, owner }) => {
    const visited = follow(page)
    await page.goto('/login?plan=workspace-team')
    await logIn(page, owner)
    await expect.poll(() => visited).toContain('/workspaces/new?plan=workspace-team')
  })
})

test.describe('with a session', () => {
  test('the root, the login page and the sign-up page lead to the projects', async ({
    ownerPage,
  }) => {
    for (const path of ['/', '/login', '/signup']) {
      await ownerPage.goto(path)
      await expect(ownerPage).toHaveURL('/projects')
    }
  })

  test('redirect_to is followed immediately, but only within this origin', async ({
    ownerPage,
    owner,
    server,
  }) => {
    // The test loads one page for each target.
    test.slow()
    await ownerPage.goto(`/projects?redirect_to=/${owner.bucket.slug}/trash`)
    await expect(ownerPage).toHaveURL(`/${owner.bucket.slug}/trash`)
    for (const target of HOSTILE) {
      await ownerPage.goto(`/projects?redirect_to=${encodeURIComponent(target)}`)
      await expect(ownerPage.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
      expect(new URL(ownerPage.url()).origin).toBe(server.url)
    }
  })

  test('a missing bucket or one of another tenant is a 404', async ({
    ownerPage,
    server,
    owner,
  }) => {
    for (const path of ['/no-such-bucket/objects', '/no-such-bucket/object-types']) {
      await ownerPage.goto(path)
      await expect(ownerPage).toHaveURL('/404')
      await expect(ownerPage.getByRole('heading', { name: 'Page not found' })).toBeAttached()
    }
    const stranger = await signUpOwner(server, `stranger-of-${owner.user.id}`)
    await ownerPage.goto(`/${stranger.bucket.slug}/objects`)
    await expect(ownerPage).toHaveURL('/404')
  })

  test('the plan for a workspace leads to a new workspace', async ({ ownerPage }) => {
    const visited = follow(ownerPage)
    await ownerPage.goto('/projects?plan=workspace-team')
    await expect.poll(() => visited).toContain('/workspaces/new?plan=workspace-team')
    await ownerPage.goto('/projects?plan=starter')
    await expect(ownerPage.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  })

  test('a frame whose code fails to load says so, and loads with Retry', async ({
    ownerPage: page,
  }) => {
    await page.route('**/assets/frame-*.js', (route) => route.abort())
    await page.goto('/projects')
    const failure = page.getByRole('alert').filter({ hasText: 'This page could not be opened' })
    await expect(failure).toContainText('Reload the page')
    await page.unroute('**/assets/frame-*.js')
    await failure.getByRole('button', { name: 'Retry' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  })

  for (const [what, missing] of [
    ['its code', '**/assets/frame-*.js'],
    ['its bucket', '**/buckets/get?*'],
  ] as const)
    test(`a page for which ${what} failed to load opens by itself when the network is back`, async ({
      ownerPage: page,
      owner,
    }) => {
      await page.route(missing, (route) => route.abort())
      await page.goto(`/${owner.bucket.slug}/trash`)
      const failure = page.getByRole('alert').filter({ hasText: 'This page could not be opened' })
      await expect(failure).toBeVisible()
      await page.context().setOffline(true)
      await page.unroute(missing)
      await page.context().setOffline(false)
      await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible()
    })

  test('logging out in one tab logs out the others and clears the cache', async ({
    ownerPage,
    context,
    owner,
  }) => {
    const other = await context.newPage()
    await other.goto(`/${owner.bucket.slug}/trash`)
    await expect(other.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible()
    await ownerPage.goto('/projects')
    await ownerPage.getByRole('button', { name: 'Account' }).click()
    const cleared = ownerPage.waitForEvent('console', (message) =>
      message.text().includes('Cleared data types: "cache"'),
    )
    await ownerPage.getByRole('button', { name: 'Log out' }).click()
    await expect(ownerPage).toHaveURL('/login')
    await cleared
    await expect(other).toHaveURL(/\/login/)
    await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible()
    await other.goto(`/${owner.bucket.slug}/trash`)
    await expect(other).toHaveURL(/\/login\?redirect_to=/)
  })

  test('an ended session leads to the login page, and back after it', async ({
    ownerPage,
    owner,
    server,
  }) => {
    await ownerPage.goto('/projects')
    await expect(ownerPage.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await fetch(`${server.url}/v3/admin/users/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
    })
    await ownerPage.goto(`/${owner.bucket.slug}/trash`)
    await expect(ownerPage).toHaveURL(/\/login/)
    await logIn(ownerPage, owner)
    await expect(ownerPage).toHaveURL(`/${owner.bucket.slug}/trash`)
  })

  test('pages have a title', async ({ ownerPage, owner }) => {
    const titles = {
      '/projects': 'Projects – Typecase',
      '/account': 'Account – Typecase',
      [`/${owner.bucket.slug}/object-types`]: 'Object types – Typecase',
      [`/${owner.bucket.slug}/objects`]: /^(Objects|.* – Objects) – Typecase$/,
      [`/${owner.bucket.slug}/trash`]: 'Trash – Typecase',
    }
    for (const [path, title] of Object.entries(titles)) {
      await ownerPage.goto(path)
      await expect(ownerPage).toHaveTitle(title)
    }
  })

  test('a key switches the theme, which is stored under “theme”', async ({ ownerPage }) => {
    await ownerPage.emulateMedia({ colorScheme: 'light' })
    await ownerPage.goto('/projects')
    const html = ownerPage.locator('html')
    await expect(ownerPage.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await ownerPage.keyboard.press(`${mod}+/`)
    await expect(html).toHaveAttribute('data-theme', 'dark')
    expect(await ownerPage.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    await ownerPage.reload()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await ownerPage.keyboard.press(`${mod}+/`)
    await expect(html).toHaveAttribute('data-theme', 'light')
    expect(await ownerPage.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  })

  test('the sidebar starts collapsed, two keys toggle it, and it keeps its state', async ({
    ownerPage,
  }) => {
    await ownerPage.goto('/projects')
    const expand = ownerPage.getByRole('button', { name: 'Expand sidebar' })
    const collapse = ownerPage.getByRole('button', { name: 'Collapse sidebar' })
    await expect(expand).toBeVisible()
    await ownerPage.keyboard.press(`${mod}+\\`)
    await expect(collapse).toBeVisible()
    await ownerPage.keyboard.press(`${mod}+b`)
    await expect(expand).toBeVisible()
    await ownerPage.keyboard.press(`${mod}+\\`)
    await ownerPage.reload()
    await expect(collapse).toBeVisible()
    const size = ownerPage.viewportSize() ?? { width: 0, height: 0 }
    await ownerPage.setViewportSize({ ...size, width: 390 })
    await expect(ownerPage.getByRole('button', { name: 'Menu' })).toBeVisible()
    await expect(collapse).toHaveCount(0)
    await ownerPage.setViewportSize(size)
    await expect(collapse).toBeVisible()
  })

  test('zen mode hides the navigation, and Escape leaves it', async ({ ownerPage }) => {
    await ownerPage.goto('/projects')
    const main = ownerPage.getByRole('navigation', { name: 'Main' })
    await expect(ownerPage.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await ownerPage.keyboard.press('.')
    await expect(main).toBeHidden()
    await expect(ownerPage.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await ownerPage.keyboard.press('Escape')
    await expect(main).toBeVisible()
  })

  test('the viewport is fixed at scale 1', async ({ ownerPage }) => {
    await ownerPage.goto('/projects')
    await expect(ownerPage.locator('meta[name=viewport]')).toHaveAttribute(
      'content',
      /initial-scale=1.*user-scalable=no/,
    )
  })
})
