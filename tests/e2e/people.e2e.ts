import type { Page } from '@playwright/test'
import { addInvite } from '@typecase/contract/invites'
import { addBucket, addProjectWithBucket } from '@typecase/contract/projects'
import { addObject, getObject, updateObject } from '@typecase/contract/objects'
import { listWorkspaces } from '@typecase/contract/workspaces'

import { call } from './fixtures/api.ts'
import { logIn } from './fixtures/log-in.ts'
import { choose, pick } from './fixtures/palette.ts'
import { invitationLink } from './fixtures/invitation-link.ts'
import { notifications } from './fixtures/parts.ts'
import { expect, signUpPerson, test } from './fixtures/test.ts'

const PASSWORD = 'nanoseconds of wire, please'

const tokenOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''

/** Makes names unique, since every test creates its own people. */
let count = 0
const nameOf = (who: string) => `${who}-${test.info().parallelIndex}-${(count += 1)}-${Date.now()}`

test('a member is invited, gets a role in one bucket, loses rights and is removed, in two browsers', async ({
  ownerPage: ada,
  owner,
  browser,
  server,
}) => {
  test.slow()
  const email = `${nameOf('grace')}@example.com`
  const context = await browser.newContext({ baseURL: server.url })
  const grace = await context.newPage()

  await test.step('an admin creates a workspace and invites a person by e-mail', async () => {
    await ada.goto('/projects')
    await choose(ada, 'new workspace', /^New workspace…/)
    await expect(ada.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await ada.keyboard.type('Museum of Computing')
    await ada.keyboard.press('Enter')
    await expect(notifications(ada)).toContainText('Created “Museum of Computing”.')
    await expect(
      ada
        .getByRole('navigation', { name: 'Path' })
        .getByRole('button', { name: 'Museum of Computing' }),
    ).toBeVisible()
    await choose(ada, 'invite', /^Invite people…/)
    await expect(ada.getByRole('textbox', { name: 'E-mail addresses' })).toBeFocused()
    await ada.keyboard.type(email)
    // An accidental Escape loses nothing.
    await ada.keyboard.press('Escape')
    await choose(ada, 'invite', /^Invite people…/)
    const addresses = ada.getByRole('textbox', { name: 'E-mail addresses' })
    await expect(addresses).toHaveValue(email)
    await expect(addresses).toBeFocused()
    await ada.keyboard.press('Enter')
    await expect(notifications(ada)).toContainText(`Invited ${email}`)
    await expect(ada.getByRole('list', { name: 'Invitations' })).toContainText(email)
  })

  await test.step('the person signs up from the invitation without a second e-mail', async () => {
    await grace.goto(await invitationLink(server, email))
    await expect(grace.getByText('You are invited. Log in to answer')).toBeVisible()
    await grace.getByRole('link', { name: 'Sign up' }).press('Enter')
    await expect(grace.getByText('You are invited. With the e-mail address')).toBeVisible()
    await expect(grace.getByRole('textbox', { name: 'First name' })).toBeFocused()
    for (const text of ['Grace', 'Hopper', email]) {
      await grace.keyboard.type(text)
      await grace.keyboard.press('Tab')
    }
    await grace.keyboard.type(PASSWORD)
    await grace.keyboard.press('Enter')
    const invitation = grace.getByRole('dialog', { name: 'Museum of Computing' })
    await expect(invitation).toContainText('Ada Byron invites you to this workspace')
    // A click outside closes nothing.
    await grace.mouse.click(5, 5)
    await expect(invitation).toBeVisible()
    await invitation.getByRole('button', { name: 'Accept' }).press('Enter')
    await expect(notifications(grace)).toContainText('You accepted the invitation!')
    await expect(invitation).toBeHidden()
    await expect(grace).toHaveURL(/\/projects$/)
    const welcome = grace.getByRole('dialog', { name: /^Welcome to/ })
    await expect(welcome.getByRole('button', { name: 'Get started' })).toBeFocused()
    await grace.keyboard.press('Escape')
    await expect(welcome).toHaveCount(0)
    await expect(
      grace
        .getByRole('navigation', { name: 'Path' })
        .getByRole('button', { name: 'Museum of Computing' }),
    ).toBeVisible()
    expect(server.outbox().filter(({ to }) => to.includes(email))).toHaveLength(1)
    expect(await grace.evaluate(() => localStorage.getItem('invite_id'))).toBeNull()
  })

  const { workspaces } = await call(server.url, listWorkspaces, {}, owner.token)
  const workspace = workspaces.find(({ title }) => title === 'Museum of Computing')?.id ?? ''
  const input = {
    project_title: 'Machines',
    bucket_title: 'Archive',
    template: 'blog' as const,
    workspace,
  }
  const { project, bucket } = await call(
    server.url,
    addProjectWithBucket,
    { body: input },
    owner.token,
  )
  const { bucket: shop } = await call(
    server.url,
    addBucket,
    { body: { project_id: project.id, data: { title: 'Shop', template: 'shop' } } },
    owner.token,
  )
  const { object } = await call(
    server.url,
    addObject,
    { body: { slug: bucket.slug, data: { type: 'authors', title: 'Mark I' } } },
    owner.token,
  )

  await test.step('the admin adds the person to a project as editor of one bucket', async () => {
    await ada.goto(`/projects/${project.id}/team`)
    await expect(ada.getByRole('list', { name: 'Members' })).toContainText('Ada Byron')
    await choose(ada, 'add someone', /^Add someone to the team…/)
    await pick(ada, /Who\?/, 'hopper', 'Grace Hopper')
    await pick(ada, 'Which role?', 'user', 'User')
    const dialog = ada.getByRole('dialog', { name: 'Grace Hopper' })
    await dialog.getByRole('button', { name: /Archive/ }).press('Enter')
    await ada.getByRole('option', { name: 'Editor' }).press('Enter')
    await dialog.getByRole('button', { name: 'Save role' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(
      ada.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: email }),
    ).toContainText('Archive: editor')
  })

  await test.step('the editor publishes in that bucket, and sees why other actions are refused', async () => {
    await grace.goto('/projects')
    await grace.getByRole('link', { name: 'Archive', exact: true }).press('Enter')
    await expect(grace).toHaveURL(new RegExp(`/${bucket.slug}/objects`))
    await grace.goto(`/${bucket.slug}/objects/${object.id}`)
    const title = grace.getByRole('textbox', { name: 'Title', exact: true })
    await title.press('End')
    await grace.keyboard.type(', 1944')
    await grace.keyboard.press('ControlOrMeta+Enter')
    await expect(notifications(grace)).toContainText(/[Pp]ublished/)
    const read = await call(
      server.url,
      getObject,
      { query: { slug: bucket.slug, object_id: object.id } },
      owner.token,
    )
    expect(read.object).toMatchObject({ title: 'Mark I, 1944', status: 'published' })

    await grace.keyboard.press('ControlOrMeta+k')
    await grace.keyboard.type('new object type')
    const option = grace.getByRole('option', { name: /New object type/ }).first()
    await expect(option).toContainText('Your role (editor) may not change object types.')
    await grace.keyboard.press('Escape')
    await grace.goto('/projects')
    await grace.getByRole('button', { name: 'Actions of Machines' }).press('Enter')
    await expect(grace.getByRole('menuitem', { name: /Archive/ })).toContainText(
      'Your role in this project (user) may not change settings',
    )
    await grace.keyboard.press('Escape')
    await grace.goto(`/${shop.slug}/objects`)
    await expect(grace).toHaveURL(/\/404$/)
    await expect(grace.getByText('You have no role in this bucket.')).toBeVisible()
  })

  await test.step('as a contributor, the person sees why Publish is disabled', async () => {
    await grace.goto(`/${bucket.slug}/objects/${object.id}`)
    const publish = grace.getByRole('button', { name: /^Publish/ }).first()
    await expect(publish).not.toHaveAttribute('aria-disabled')
    await choose(ada, 'role in a bucket', /^Change role in a bucket…/)
    await pick(ada, 'Who?', 'hopper', 'Grace Hopper')
    await pick(ada, 'In which bucket?', 'archive', 'Archive')
    await pick(ada, 'Which role?', 'contr', 'Contributor')
    await expect(notifications(ada)).toContainText('The role of Grace Hopper is changed')
    // The event stream, not the next visit, brings the permission within the promised five seconds.
    await expect(publish).toHaveAccessibleDescription(
      'Your role (contributor) may not publish objects.',
      { timeout: 5_000 },
    )
    await expect(grace.getByRole('button', { name: /^Save draft/ })).toHaveAccessibleDescription(
      'Your role (contributor) may not change objects that others made.',
    )
  })

  await test.step('after the removal, the next call is refused and the page says so', async () => {
    await choose(ada, 'remove from team', /^Remove from team…/)
    await pick(ada, 'Who?', 'hopper', 'Grace Hopper')
    await expect(ada.getByRole('alertdialog', { name: 'Remove Grace Hopper?' })).toBeVisible()
    await ada.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
    await expect(notifications(ada)).toContainText('Removed Grace Hopper.')
    const change = call(
      server.url,
      updateObject,
      { body: { slug: bucket.slug, object_id: object.id, data: { title: 'Mine' } } },
      await tokenOf(grace),
    )
    await expect(change).rejects.toThrow(/403/)
    await expect(
      grace.getByText('You are no longer a member of the project that this bucket belongs to.'),
    ).toBeVisible()
  })
  await context.close()
})

test('an invitation refuses another account, waits for the right one, and is a 404 once declined', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const grace = await signUpPerson(server, nameOf('grace'))
  const invite = { resource: 'project', resource_id: owner.project.id, role: 'manager' } as const
  await call(server.url, addInvite, { body: { ...invite, email: grace.email } }, owner.token)
  const link = await invitationLink(server, grace.email)

  // Another account is signed in; a server may report that without a message.
  await page.route('**/invites/get?*', (route) => route.fulfill({ status: 409, json: {} }), {
    times: 1,
  })
  await page.goto(link)
  const wrong = page.getByRole('dialog', { name: 'Wrong account' })
  await expect(wrong).toContainText(
    'Invite is for a different user, please login using the correct account.',
  )
  await expect(wrong).toContainText(`You're currently logged in as ${owner.email}`)
  await wrong.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page).toHaveURL(/\/projects$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(wrong).toBeHidden()
  await page.goto(link)
  await wrong.getByRole('button', { name: 'Logout' }).press('Enter')
  await expect(page).toHaveURL(/\/login/)

  // The invitation is kept until the right account signs in.
  await logIn(page, grace)
  const invitation = page.getByRole('dialog', { name: 'Collection' })
  await expect(invitation).toContainText('Ada Byron invites you to this project')
  // The invitation does not need the validation code, which loads later.
  const arrived = Promise.withResolvers<void>()
  await page.route(/\/assets\/arktype-[^/]*\.js$/, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto('/projects')
  await expect(invitation).toContainText('Ada Byron invites you to this project')
  arrived.resolve()
  await invitation.getByRole('button', { name: 'Decline' }).press('Enter')
  await expect(notifications(page)).toContainText('You declined the invitation!')
  await expect(invitation).toBeHidden()
  await page.goto(link)
  await expect(page).toHaveURL(/\/404$/)
})

test('the last admin sees why they cannot leave, and invitations are sent, resent and withdrawn', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const email = `${nameOf('callum')}@example.com`
  await page.goto(`/projects/${owner.project.id}/team`)
  const members = page.getByRole('list', { name: 'Members' })
  await expect(members).toContainText(owner.email)
  await page.getByRole('button', { name: 'Actions of Ada Byron' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Leave team…' })).toContainText(
    'A project needs at least one admin. Make someone else an admin first.',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  // A button with a menu handles letters itself.
  await page.getByRole('textbox', { name: 'Find people' }).press('Escape')

  // Both are sent, except for the invalid address.
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'E-mail addresses' })).toBeFocused()
  await page.keyboard.type(`somewhere ${email}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('“somewhere” must be a valid email')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`${email}, ${owner.email}`)
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText(`Invited ${email}`)
  await expect(page.getByRole('textbox', { name: 'E-mail addresses' })).toHaveValue(owner.email)
  await page.keyboard.press('Escape')

  // Moves down to the invitation, sends it again, and withdraws it.
  const invitations = page.getByRole('list', { name: 'Invitations' })
  const first = await invitationLink(server, email)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('j')
  await expect(members.getByRole('button', { name: 'Ada Byron', exact: true })).toBeFocused()
  await page.keyboard.press('j')
  const resend = invitations.getByRole('button', { name: `Resend to ${email}` })
  await expect(resend).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText(`Sent again to ${email}`)
  await expect.poll(() => invitationLink(server, email)).not.toBe(first)
  await resend.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).press('Enter')
  await expect(invitations).toBeHidden()
})
