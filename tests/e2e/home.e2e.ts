import { addInvite } from '@typecase/contract/invites'
import { addObject, updateObject } from '@typecase/contract/objects'
import { addRelease } from '@typecase/contract/releases'
import { getUser, updateUser } from '@typecase/contract/users'

import { call } from './fixtures/api.ts'
import { addObjects } from './fixtures/content.ts'
import { choose, pick } from './fixtures/palette.ts'
import { invitationLink } from './fixtures/invitation-link.ts'
import { signUpPerson } from './fixtures/people.ts'
import { expect, signInOnPage, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

for (const width of [1440, 390]) {
  test.describe(`the home page at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('shows recent, scheduled and waiting work, and its cards are reached by keys', async ({
      ownerPage: page,
      owner,
      server,
    }) => {
      const { slug } = owner.bucket
      await addObjects(server, owner, ['One', 'Two'])
      const data = { title: 'Tides', type: 'authors', publish_at: Date.now() + 3_600_000 * 24 }
      await call(server.url, addObject, { body: { slug, data } }, owner.token)
      const release = { title: 'Spring', publish_at: Date.now() + 3_600_000 * 24 }
      await call(server.url, addRelease, { body: { slug, data: release } }, owner.token)
      await page.goto(`/${slug}/objects`)
      await expect(page.getByRole('grid', { name: 'Objects' })).toBeVisible()
      await page.keyboard.press('g')
      await page.keyboard.press('d')
      await expect(page).toHaveURL(`/${slug}/dashboard`)
      const card = (name: string) => page.getByRole('region', { name })
      await expect(card('Recent').getByRole('link', { name: 'Two' })).toBeVisible()
      await expect(card('Scheduled').getByRole('link', { name: 'Tides' })).toBeVisible()
      await expect(card('Releases').getByRole('link', { name: 'Spring' })).toBeVisible()
      await expect(card('Drafts waiting').getByRole('listitem').first()).toBeVisible()
      await expect(card('Activity').getByRole('listitem').first()).toBeVisible()
      await expect(card('Comments that mention you')).toContainText('No one is waiting')
      await expect(card('First steps')).toContainText('of 6 done')
      expect(await violations(page)).toEqual([])

      await page.keyboard.press('1')
      await expect(card('Recent').getByRole('listitem').first().getByRole('link')).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(card('Recent').getByRole('listitem').nth(1).getByRole('link')).toBeFocused()
      await page.keyboard.press('3')
      await expect(card('Scheduled').getByRole('link', { name: 'Tides' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Tides')
    })
  })
}

test('/dashboard opens the dashboard of the bucket, and changes from elsewhere appear there', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  await page.goto('/dashboard')
  await expect(page).toHaveURL(`/${slug}/dashboard`)
  const recent = page.getByRole('region', { name: 'Recent' })
  await expect(recent).toBeVisible()
  const data = { title: 'From elsewhere', type: 'authors' }
  const { object } = await call(server.url, addObject, { body: { slug, data } }, owner.token)
  await expect(recent.getByRole('link', { name: 'From elsewhere' })).toBeVisible()
  const body = { slug, object_id: object.id, data: { title: 'Changed elsewhere' } }
  await call(server.url, updateObject, { body }, owner.token)
  await expect(recent.getByRole('link', { name: 'Changed elsewhere' })).toBeVisible()
})

test('a first step is a command, and stays done after it has run', async ({
  ownerPage: page,
  owner,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/${owner.bucket.slug}/dashboard`)
  const card = page.getByRole('region', { name: 'First steps' })
  // The button shows no key: N invites only on the page of the team, and creates an object here.
  await expect(card.getByRole('button', { name: 'Invite someone' })).toHaveText('Invite someone')
  const step = card.getByRole('button', { name: 'Connect your website' })
  await step.press('Enter')
  await pick(page, /./, 'read', 'Read key')
  await expect(step).toHaveCount(0)
  await expect(card.getByText('Connect your website, done')).toBeVisible()
  await page.reload()
  await expect(card.getByText('Connect your website, done')).toBeVisible()
})

test('a card that failed to load says so, and loads with Retry', async ({
  ownerPage: page,
  owner,
}) => {
  await page.route('**/changeSets/list*', (route) => route.abort())
  await page.goto(`/${owner.bucket.slug}/dashboard`)
  const card = page.getByRole('region', { name: 'Activity' })
  await expect(card).toContainText('could not be loaded')
  await expect(page.getByRole('region', { name: 'Recent' })).toContainText('No objects yet')
  expect(await violations(page)).toEqual([])
  await page.unroute('**/changeSets/list*')
  await card.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(card).not.toContainText('could not be loaded')
})

test('a new account is welcomed once, and starts with sample content', async ({ page, server }) => {
  const person = await signUpPerson(server, `welcome-${Date.now()}`)
  const isNew = { body: { data: { first_login: true } } }
  await call(server.url, updateUser, isNew, person.token)
  await signInOnPage(page, server.url, person.token)
  await page.goto('/projects')
  const dialog = page.getByRole('dialog', { name: 'Welcome to Typecase!' })
  await expect(dialog).toContainText('Get started by creating your first project')
  expect(await violations(page)).toEqual([])
  await expect(dialog.getByRole('button', { name: 'Get started' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await pick(page, /Which content/, 'shop', 'Shop')
  await expect(page).toHaveURL(/\/shop.*\/dashboard$/)
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(async () => (await call(server.url, getUser, {}, person.token)).user.first_login)
    .toBe(false)
  await page.reload()
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('the welcome waits for the answer to an invitation', async ({ page, owner, server }) => {
  const person = await signUpPerson(server, `invited-${Date.now()}`)
  const isNew = { body: { data: { first_login: true } } }
  await call(server.url, updateUser, isNew, person.token)
  const invite = { resource: 'project', resource_id: owner.project.id, role: 'user' } as const
  await call(server.url, addInvite, { body: { ...invite, email: person.email } }, owner.token)
  await signInOnPage(page, server.url, person.token)
  await page.clock.install()
  await page.goto(await invitationLink(server, person.email))
  const invitation = page.getByRole('dialog', { name: 'Collection' })
  await expect(invitation).toContainText('Ada Byron invites you to this project')
  const dialog = page.getByRole('dialog', { name: 'Welcome to Typecase!' })
  await page.clock.runFor(5_000)
  await expect(dialog).toHaveCount(0)
  await invitation.getByRole('button', { name: 'Decline' }).press('Enter')
  await expect(invitation).toHaveCount(0)
  await page.clock.runFor(1_000)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Get started' }).press('Enter')
  await expect(page).toHaveURL('/projects/new')
})

test('sample content is offered when there is no project', async ({ page, server }) => {
  const person = await signUpPerson(server, `nothing-${Date.now()}`)
  await signInOnPage(page, server.url, person.token)
  await page.goto('/dashboard')
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await choose(page, 'try content', 'Try it with content')
  await pick(page, /Which content/, 'import', 'Import my own')
  await expect(page).toHaveURL(/\/import-export$/)
})
