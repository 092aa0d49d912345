import type { Page } from '@playwright/test'
import { deleteObjects } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { addObjects, addObjectWithEveryField } from './fixtures/content.ts'
import { settle } from './fixtures/settle.ts'
import type { RunningServer } from './fixtures/server.ts'
import { violations } from './fixtures/violations.ts'
import { expect, signInOnPage, signUpOwner, signUpPerson, test as base } from './fixtures/test.ts'

/** What the screens are looked at with: a bucket that has something of everything. */
interface Site {
  server: RunningServer
  token: string
  /** Somebody who has nothing yet. */
  newcomer: string
  project: string
  bucket: string
  object: string
}

interface Screen {
  name: string
  path: string
  /** Whose session it is shown with; the owner's unless given. */
  as?: 'nobody' | 'newcomer'
  /** Brings the screen into the state that is looked at. */
  act?: (page: Page, site: Site) => Promise<void>
  /** What has to be there: role and name. */
  shows: readonly [role: Parameters<Page['getByRole']>[0], name: string | RegExp]
}

const CODE = 'x'.repeat(32)
const CSV = 'Title,Born,Country\nGrace Hopper,1906,US\nAda Lovelace,1815,GB\n'

const screens: Screen[] = [
  // Sign-in family
  { name: 'login', path: '/login', as: 'nobody', shows: ['button', 'Log in'] },
  {
    name: 'login with mistakes',
    path: '/login',
    as: 'nobody',
    act: (page) => page.getByRole('button', { name: 'Log in' }).click(),
    shows: ['button', 'Log in'],
  },
  { name: 'signup', path: '/signup', as: 'nobody', shows: ['button', 'Sign up'] },
  {
    name: 'signup, sent',
    path: '/signup',
    as: 'nobody',
    async act(page) {
      await page.getByRole('textbox', { name: 'First name' }).fill('Grace')
      await page.getByRole('textbox', { name: 'Last name' }).fill('Hopper')
      await page.getByRole('textbox', { name: 'E-mail' }).fill(`a11y-${Date.now()}@example.com`)
      await page.getByRole('textbox', { name: 'Password' }).fill('nanoseconds of wire, please')
      await page.keyboard.press('Enter')
    },
    shows: ['heading', 'Check your mail'],
  },
  { name: '2fa', path: '/2fa', as: 'nobody', shows: ['button', 'Verify'] },
  { name: 'forgot', path: '/forgot-password', as: 'nobody', shows: ['button', 'Send the link'] },
  {
    name: 'forgot, sent',
    path: '/forgot-password',
    as: 'nobody',
    async act(page) {
      await page.getByRole('textbox', { name: 'E-mail' }).fill('somebody@example.com')
      await page.keyboard.press('Enter')
    },
    shows: ['heading', 'Check your mail'],
  },
  {
    name: 'reset',
    path: `/forgot-password?reset_code=${CODE}`,
    as: 'nobody',
    shows: ['button', 'Set password'],
  },
  {
    name: 'verify',
    path: `/verify-email?verification_code=${CODE}`,
    as: 'nobody',
    shows: ['button', 'Verify e-mail'],
  },
  // Account, projects
  { name: 'account', path: '/account', shows: ['heading', 'Account'] },
  {
    name: 'account menu',
    path: '/projects',
    act: (page) => page.getByRole('button', { name: 'Account' }).click(),
    shows: ['button', 'Log out'],
  },
  { name: 'no projects', path: '/projects', as: 'newcomer', shows: ['heading', 'Projects'] },
  { name: 'projects', path: '/projects', shows: ['heading', 'Projects'] },
  { name: 'new project', path: '/projects/new', shows: ['dialog', 'New project'] },
  { name: 'project', path: '/projects/{project}', shows: ['heading', 'Collection'] },
  {
    name: 'sidebar',
    path: '/{bucket}/trash',
    act: expandSidebar,
    shows: ['button', 'Collapse sidebar'],
  },
  { name: '404', path: '/no/such/page', shows: ['button', /Go to projects/] },
  // Object types
  { name: 'object types', path: '/{bucket}/object-types', shows: ['heading', 'Object types'] },
  {
    name: 'new object type',
    path: '/{bucket}/object-types/new',
    shows: ['button', 'Save object type'],
  },
  {
    name: 'object type',
    path: '/{bucket}/object-types/specimens',
    shows: ['button', 'Save object type'],
  },
  {
    name: 'settings of a field',
    path: '/{bucket}/object-types/specimens',
    act: (page) => page.getByRole('button', { name: 'Settings of The select-dropdown' }).click(),
    shows: ['complementary', 'Settings'],
  },
  // Objects
  {
    name: 'no objects',
    path: '/{bucket}/objects?query={"type":"pages"}',
    shows: ['heading', 'Pages'],
  },
  { name: 'objects', path: '/{bucket}/objects', shows: ['grid', 'Objects'] },
  { name: 'selection', path: '/{bucket}/objects', act: selectAll, shows: ['toolbar', 'Selection'] },
  {
    name: 'filter builder',
    path: '/{bucket}/objects',
    act: (page) => page.getByRole('button', { name: 'Filter builder' }).click(),
    shows: ['button', 'Add filter'],
  },
  {
    name: 'new object',
    path: '/{bucket}/objects/new?type=specimens',
    shows: ['textbox', 'Title'],
  },
  {
    name: 'editor with every field',
    path: '/{bucket}/objects/{object}',
    shows: ['textbox', 'The textarea'],
  },
  // The bucket's other pages
  { name: 'trash', path: '/{bucket}/trash', shows: ['heading', 'Trash'] },
  { name: 'history', path: '/{bucket}/history', shows: ['heading', 'History'] },
  { name: 'import', path: '/{bucket}/import-export', shows: ['button', 'Choose a file'] },
  {
    name: 'import with a mapping',
    path: '/{bucket}/import-export',
    act: (page) =>
      page
        .getByLabel('Import file')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) }),
    shows: ['button', 'Check first'],
  },
  // Help, palette
  {
    name: 'cheat sheet',
    path: '/projects',
    act: press('Shift+?'),
    shows: ['dialog', 'Keyboard shortcuts'],
  },
  { name: 'keyboard', path: '/help/keyboard', shows: ['heading', 'Keyboard'] },
  { name: 'palette', path: '/{bucket}/objects', act: palette(''), shows: ['listbox', 'Results'] },
  {
    name: 'palette, search',
    path: '/projects',
    act: palette('theme'),
    shows: ['option', /Set theme/],
  },
  {
    name: 'palette, nothing found',
    path: '/projects',
    act: palette('qqqxz'),
    shows: ['dialog', 'Command palette'],
  },
  {
    name: 'palette, arguments',
    path: '/projects',
    async act(page) {
      await palette('set theme')(page)
      await expect(page.getByRole('option', { name: /Set theme/ }).first()).toBeVisible()
      await page.keyboard.press('Enter')
    },
    shows: ['list', 'Arguments'],
  },
  {
    name: 'palette, plan',
    path: '/{bucket}/objects?limit=100',
    async act(page) {
      await selectAll(page)
      await page.keyboard.press('Delete')
    },
    shows: ['table', 'Changes'],
  },
]

const test = base.extend<object, { site: Site }>({
  site: [
    async ({ server }, use, info) => {
      const name = `a11y${info.workerIndex}`
      const owner = await signUpOwner(server, name)
      const newcomer = await signUpPerson(server, `newcomer-${name}`)
      const object = await addObjectWithEveryField(server, owner)
      const names = Array.from({ length: 30 }, (_, index) => `Author ${index + 1}`)
      const added = await addObjects(server, owner, names)
      const gone = added.slice(0, 2).map(({ id }) => id)
      const body = { slug: owner.bucket.slug, object_ids: gone }
      await call(server.url, deleteObjects, { body }, owner.token)
      await use({
        server,
        token: owner.token,
        newcomer: newcomer.token,
        project: owner.project.id,
        bucket: owner.bucket.slug,
        object: object.id,
      })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

for (const { name, path, as, act, shows } of screens) {
  test(`${name}: no violation, light and dark`, async ({ page, site }) => {
    if (as !== 'nobody') {
      await signInOnPage(page, site.server.url, as === 'newcomer' ? site.newcomer : site.token)
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(path.replace(/\{(project|bucket|object)\}/g, (_, key: 'project') => site[key]))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    await settle(page)
    await act?.(page, site)
    const [role, wanted] = shows
    await expect(page.getByRole(role, { name: wanted }).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}

function press(key: string): (page: Page) => Promise<void> {
  return (page) => page.keyboard.press(key)
}

function palette(query: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
    await page.keyboard.type(query)
  }
}

async function selectAll(page: Page): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Objects' }).getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
}

async function expandSidebar(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+\\')
}
