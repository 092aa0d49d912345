import { confirmTestIntent, initIntent } from '@typecase/contract/billing'
import { batchObjects } from '@typecase/contract/content-writes'
import { updateInvite } from '@typecase/contract/invites'
import { addProjectMember } from '@typecase/contract/teams'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { invitationLink } from './fixtures/invitation-link.ts'
import { addObjectTypes } from './fixtures/object-form.ts'
import { choose } from './fixtures/palette.ts'
import { notifications, objectRows } from './fixtures/parts.ts'
import { type RunningServer, startServer } from './fixtures/server.ts'
import {
  expect,
  type Owner,
  type Person,
  signInOnPage,
  signUpOwner,
  signUpPerson,
  test,
} from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const OBJECTS = 1000
const AT_ONCE = 25

/** Adds as many objects as the Free plan allows. */
async function fill({ url }: RunningServer, owner: Owner): Promise<void> {
  const { slug, api_access } = owner.bucket
  await addObjectTypes(url, owner, [{ title: 'Notes', slug: 'notes' }])
  for (let at = 0; at < OBJECTS; at += AT_ONCE) {
    const operations = Array.from({ length: AT_ONCE }, (_, n) => ({
      method: 'add' as const,
      object: { type: 'notes', title: `Post ${at + n}` },
    }))
    await call(
      url,
      batchObjects,
      { params: { slug }, query: {}, body: { operations } },
      api_access?.write_key,
    )
  }
}

async function addEditor(server: RunningServer, owner: Owner): Promise<Person> {
  const { url } = server
  const editor = await signUpPerson(server, 'editor')
  const bucket_roles = [{ bucket_id: owner.bucket.id, role: 'editor' as const }]
  const wish = { email: editor.email, role: 'user' as const, bucket_roles }
  const body = { project_id: owner.project.id, ...wish }
  await call(url, addProjectMember, { body }, owner.token)
  const link = new URL(await invitationLink(server, editor.email), url)
  const answered = { resource: 'project', status: 'confirmed' } as const
  const invite_id = link.searchParams.get('invite_id') ?? ''
  await call(url, updateInvite, { body: { invite_id, ...answered } }, editor.token)
  return editor
}

/** Duplicates the first object of the list by keyboard. */
async function duplicate(page: Page, { bucket }: Owner): Promise<void> {
  await page.goto(`/${bucket.slug}/objects?query={"type":"notes"}`)
  await objectRows(page).first().focus()
  await page.keyboard.press('x')
  await choose(page, 'dupl', /^Duplicate/)
}

test('an editor reaches a limit of the plan, and an admin raises it under billing', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const server = await startServer({ env: { PLAN_LIMITS: 'on' } })
  const open = async (person: Person) => {
    const context = await browser.newContext({ baseURL: server.url })
    const page = await context.newPage()
    await signInOnPage(page, server.url, person.token)
    return page
  }
  try {
    const owner = await signUpOwner(server, 'limits')
    await fill(server, owner)
    const editor = await addEditor(server, owner)
    const full = 'The Free plan of this project allows 1,000 objects, and all are used.'
    const isOnBilling = new RegExp(`/projects/${owner.project.id}/billing/addons$`)

    await test.step('the editor sees the limit and who can raise it', async () => {
      const page = await open(editor)
      await duplicate(page, owner)
      await expect(notifications(page)).toContainText(
        `${full} An admin can change the plan under Billing.`,
      )
      await notifications(page).getByRole('button', { name: 'Go to billing' }).press('Enter')
      await expect(page).toHaveURL(isOnBilling)
      const plans = page.getByRole('region', { name: 'Plans' })
      await expect(plans.getByRole('row', { name: /^Objects/ })).toContainText(
        /1,000 of 1,000.*full/,
      )
      await expect(plans.getByRole('row', { name: /^Team/ })).toContainText(/2 of 2.*full/)
      const select = plans.getByRole('button', { name: 'Select' }).first()
      await expect(select).toHaveAttribute('aria-disabled', 'true')
      expect(await violations(page)).toEqual([])
      await page.context().close()
    })

    await test.step('a refused object keeps what the editor typed', async () => {
      const page = await open(editor)
      await page.goto(`/${owner.bucket.slug}/objects/new?type=notes`)
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('One too many')
      await page.keyboard.press('ControlOrMeta+s')
      await expect(page.getByText(full)).toBeVisible()
      await expect(page.getByText('needs fixing')).toBeHidden()
      await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(
        'One too many',
      )
      await page.context().close()
    })

    await test.step('the admin chooses a larger plan and continues', async () => {
      const intent = (await call(server.url, initIntent, {}, owner.token)).setup_intent
      const card = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2090 }
      const body = { intent_id: intent.id, ...card }
      await call(server.url, confirmTestIntent, { body }, owner.token)
      const page = await open(owner)
      await duplicate(page, owner)
      await expect(notifications(page)).toContainText(full)
      await notifications(page).getByRole('button', { name: 'Go to billing' }).press('Enter')
      await expect(page).toHaveURL(isOnBilling)
      const plans = page.getByRole('region', { name: 'Plans' })
      await plans.getByRole('button', { name: 'Select' }).first().press('Enter')
      const question = page.getByRole('alertdialog', { name: 'Change to Starter?' })
      await question.getByRole('button', { name: 'Pay $299' }).press('Enter')
      const thanks = page.getByRole('dialog', { name: 'Thank you for subscribing!' })
      await thanks.getByRole('button', { name: "Let's get started" }).press('Enter')
      await expect(plans.getByRole('row', { name: /^Objects/ })).toContainText('1,000 of 20,000')
      await duplicate(page, owner)
      await expect(notifications(page)).toContainText('Created “Post 999 (copy)”')
      await page.context().close()
    })
  } finally {
    await server.stop()
  }
})
