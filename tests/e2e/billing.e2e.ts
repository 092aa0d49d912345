import type { Page } from '@playwright/test'
import { startTestStripe } from '@typecase/server/testing/stripe-server'
import { addProjectMember } from '@typecase/contract/teams'

import { call } from './fixtures/api.ts'
import { choose } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { startServer } from './fixtures/server.ts'
import { expect, signInOnPage, signUpOwner, signUpPerson, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const TEST_MODE = 'Test mode – no real charges'

/** Adds a card of the test mode by its number, from any page. */
async function addCard(page: Page, number: string): Promise<void> {
  await choose(page, 'add card', /^Add card…/)
  const dialog = page.getByRole('dialog', { name: 'Add card' })
  await expect(dialog).toContainText(TEST_MODE)
  await expect(dialog.getByRole('textbox', { name: 'Card number' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
}

/** Confirms a charge in its dialog. */
async function pay(page: Page, question: string, amount: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: question })
  await expect(dialog).toContainText(TEST_MODE)
  await dialog.getByRole('button', { name: `Pay ${amount}` }).press('Enter')
  await expect(dialog).toBeHidden()
}

test('an admin adds a card, buys tokens and an add-on, and subscribes, by keyboard', async ({
  ownerPage: page,
  owner,
}) => {
  test.setTimeout(120_000)
  await page.goto(`/projects/${owner.project.id}`)
  await choose(page, 'go to billing', 'Go to billing')
  await expect(page).toHaveURL(new RegExp(`/projects/${owner.project.id}/billing/addons$`))
  await expect(page.getByText(TEST_MODE)).toBeVisible()
  const plans = page.getByRole('region', { name: 'Plans' })
  await expect(plans.getByRole('row', { name: /^Buckets/ })).toContainText('1 of 1')
  await expect(page.getByText('No card yet')).toBeVisible()

  await test.step('buying tokens asks for a card first', async () => {
    await page.keyboard.press('b')
    const dialog = page.getByRole('dialog', { name: 'Command palette' })
    await expect(dialog.getByPlaceholder('How many tokens?')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Add card' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the dialog refuses cards that are not test cards and cards that are declined', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add card' })
    await addCard(page, '4111 1111 1111 1111')
    await expect(dialog).toContainText('no real card is taken in test mode')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('4000 0000 0000 9995')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('insufficient funds')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('4000 0000 0000 0341')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('list', { name: 'Cards' })).toContainText('0341')
  })

  const balance = page.getByRole('status', { name: 'Token balance' })
  await test.step('a declined payment keeps the chosen package', async () => {
    const largest = page.getByRole('radio', { name: /^50M tokens/ })
    await largest.focus()
    await page.keyboard.press('Space')
    await expect(largest).toBeChecked()
    await page.getByRole('button', { name: 'Buy 50M tokens for $475' }).press('Enter')
    await pay(page, 'Buy 50M tokens?', '$475')
    await expect(notifications(page)).toContainText('The card was declined.')
    await expect(largest).toBeChecked()
    await expect(balance).toContainText('0 tokens')
    await expect(page.getByRole('list', { name: 'Purchases' })).toContainText(
      'The card was declined.',
    )
  })

  await test.step('another card pays for the tokens', async () => {
    await addCard(page, '4242 4242 4242 4242')
    await expect(page.getByRole('dialog', { name: 'Add card' })).toBeHidden()
    await choose(page, 'set default card', /^Set default card…/)
    await expect(page.getByRole('dialog').getByPlaceholder('Which card?')).toBeFocused()
    await page.keyboard.type('4242')
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('4242')
    await page.keyboard.press('Enter')
    await expect(notifications(page)).toContainText('Visa •••• 4242 is charged from now on')
    await page.getByRole('button', { name: 'Buy 50M tokens for $475' }).press('Enter')
    await pay(page, 'Buy 50M tokens?', '$475')
    await expect(balance).toContainText('50,000,000 tokens')
  })

  await test.step('an add-on is added', async () => {
    await page.getByRole('button', { name: 'Add Localization' }).press('Enter')
    await pay(page, 'Add Localization?', '$99')
    await expect(notifications(page)).toContainText('Added Localization.')
    await expect(page.getByRole('button', { name: 'Remove Localization' })).toBeVisible()
  })

  await test.step('a plan is subscribed to, and the page says thank you', async () => {
    await choose(page, 'change plan', /^Change plan…/)
    await expect(page.getByRole('dialog').getByPlaceholder('Which plan?')).toBeFocused()
    await page.keyboard.type('starter')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByPlaceholder('Monthly or yearly?')).toBeFocused()
    await page.keyboard.press('Enter')
    await pay(page, 'Change to Starter?', '$299')
    const thanks = page.getByRole('dialog', { name: 'Thank you for subscribing!' })
    await expect(thanks).toContainText("You've successfully subscribed to the Starter plan.")
    await expect(thanks).toContainText('$299 per month')
    await thanks.getByRole('button', { name: "Let's get started" }).press('Enter')
    await expect(thanks).toBeHidden()
    expect(
      await page.evaluate(() => localStorage.getItem('show_subscription_thank_you')),
    ).toBeNull()
    await expect(plans.getByText('Current Plan')).toBeVisible()
    await expect(page.getByText(/Next invoice on .*\$398/)).toBeVisible()
  })

  await test.step('a key switches between monthly and yearly prices', async () => {
    await page.getByRole('heading', { name: 'Billing' }).click()
    await page.keyboard.press('y')
    await expect(plans.getByRole('button', { name: 'Switch to Yearly' })).toBeVisible()
    await expect(plans).toContainText('$3,229.20')
    await page.keyboard.press('y')
    await expect(plans.getByText('Current Plan')).toBeVisible()
  })

  await test.step('the change to Free takes effect at the end of the period', async () => {
    await plans.getByRole('button', { name: 'Select' }).first().press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Change to Free?' })
    await expect(question).toContainText('Nothing is due now.')
    await question.getByRole('button', { name: 'Change' }).press('Enter')
    await expect(plans.getByRole('button', { name: 'Your Plan' })).toBeVisible()
  })

  await test.step('invoice details and auto-reload are saved', async () => {
    await choose(page, 'invoice details', /^Edit invoice details…/)
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
    await page.keyboard.type('books')
    await page.keyboard.press('Enter')
    await expect(page.getByText('E-mail must be a valid email')).toBeVisible()
    await page.keyboard.type('@example.com')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Invoice details' })).toBeHidden()
    await expect(page.getByText('books@example.com')).toBeVisible()
    await choose(page, 'auto-reload', /^Set auto-reload…/)
    await expect(page.getByRole('textbox', { name: 'Threshold' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(notifications(page)).toContainText('Auto-reload is on')
    await expect(page.getByRole('switch', { name: 'Buy tokens automatically' })).toBeChecked()
  })

  await test.step('a command shows all purchases', async () => {
    await choose(page, 'show purchases', 'Show purchases')
    const all = page.getByRole('dialog', { name: 'Purchases' })
    await expect(all.getByRole('listitem')).toHaveCount(4)
    await page.keyboard.press('Escape')
    await expect(all).toBeHidden()
  })
})

test('a member who may not change the plan sees the plans and the reason', async ({
  page,
  owner,
  server,
}) => {
  const person = await signUpPerson(server, `reader-${owner.project.id}`)
  const { email } = person
  const body = { project_id: owner.project.id, email, role: 'user' as const }
  await call(server.url, addProjectMember, { body }, owner.token)
  await signInOnPage(page, server.url, person.token)
  await page.goto('/projects')
  const invitation = server.outbox().findLast(({ to }) => to.includes(email))
  await page.goto(new URL(invitation?.links[0] ?? 'missing:').href.replace(/^https?:\/\/[^/]+/, ''))
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).press('Enter')
  await expect(notifications(page)).toContainText('You accepted the invitation!')

  await page.goto(`/projects/${owner.project.id}/billing/addons`)
  const select = page
    .getByRole('region', { name: 'Plans' })
    .getByRole('button', { name: 'Select' })
    .first()
  await expect(select).toHaveAttribute('aria-disabled', 'true')
  await expect(select).toHaveAccessibleDescription(
    /^Your role in this project \(user\) may not change the plan/,
  )
  // Texts for screen readers only scroll with the add-ons, and leave no blank space below.
  await page.setViewportSize({ width: 390, height: 844 })
  const main = page.getByRole('main')
  expect(await main.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  await choose(page, 'change plan', /^Change plan…/)
  await expect(page.getByRole('dialog')).toContainText('Your role in this project (user)')
})

test('with Stripe, nothing is loaded from its servers before a card is added', async ({
  browser,
}) => {
  const stripe = await startTestStripe()
  const server = await startServer({ env: stripe.settings })
  const context = await browser.newContext({ baseURL: server.url })
  try {
    const requests: string[] = []
    await context.route(
      (url) => url.hostname !== '127.0.0.1',
      (route) => {
        requests.push(new URL(route.request().url()).hostname)
        return route.abort()
      },
    )
    const page = await context.newPage()
    const owner = await signUpOwner(server, 'stripe')
    await signInOnPage(page, server.url, owner.token)
    await page.goto(`/projects/${owner.project.id}/billing/addons`)
    await expect(page.getByText('No card yet')).toBeVisible()
    await expect(page.getByText(TEST_MODE)).toBeHidden()
    expect(requests).toEqual([])
    await page.getByRole('button', { name: 'Add card' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add card' })
    // This browser does not reach Stripe: the dialog reports it, and offers a retry.
    await expect(dialog).toContainText('It comes from Stripe')
    await dialog.getByRole('button', { name: 'Retry' }).press('Enter')
    await expect.poll(() => requests.length).toBeGreaterThan(1)
    expect(new Set(requests)).toEqual(new Set(['js.stripe.com']))
  } finally {
    await context.close()
    await server.stop()
    stripe.close()
  }
})

test('the billing pages and dialogs have no accessibility violations', async ({
  ownerPage: page,
  owner,
}) => {
  test.setTimeout(120_000)
  for (const path of [
    `/projects/${owner.project.id}/billing/addons`,
    `/projects/${owner.project.id}/billing/addons?open=card`,
    `/projects/${owner.project.id}/billing/addons?open=auto-reload`,
    `/projects/${owner.project.id}/billing/addons?open=invoices`,
    `/projects/${owner.project.id}/billing/addons?open=purchases`,
    '/workspace/billing/addons',
  ]) {
    await page.goto(path)
    await expect(page.getByText(TEST_MODE).first()).toBeVisible()
    if (path.includes('open=')) await expect(page.getByRole('dialog')).toBeVisible()
    expect(await violations(page), path).toEqual([])
  }
})
