import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Page } from '@playwright/test'
import { listProjects } from '@typecase/contract/projects'
import { authenticate, forgotPassword, getUser, updateUser } from '@typecase/contract/users'
import {
  ada,
  type LoopbackProvider,
  startGithub,
  startGoogle,
} from '@typecase/server/testing/sign-in-providers'
import { Secret, TOTP } from 'otpauth'

import { call } from './fixtures/api.ts'
import { logIn } from './fixtures/log-in.ts'
import { freePort, type RunningServer, startServer } from './fixtures/server.ts'
import { expect, type Person, signInOnPage, signUpPerson, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

let count = 0
const newName = (info: { workerIndex: number }) => `ways${info.workerIndex}-${(count += 1)}`

async function runCommand(page: Page, query: string, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog').getByRole('combobox')
  await expect(field).toBeFocused()
  await page.keyboard.type(query)
  await expect(page.getByRole('option', { name: title }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
}

const projects = (page: Page) => page.getByRole('heading', { name: 'Projects', level: 1 })

test.describe('sessions', () => {
  test('are listed, and stop working when they are ended', async ({
    page,
    server,
    browser,
  }, info) => {
    const person = await signUpPerson(server, newName(info))
    await signInOnPage(page, server.url, person.token)
    const other = await browser.newPage({ baseURL: server.url })
    await other.goto('/login')
    await logIn(other, person)
    await expect(projects(other)).toBeVisible()

    await page.goto('/account/sign-in')
    const list = page.getByRole('list', { name: 'Sessions' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list.getByRole('listitem').first()).toContainText('This browser')
    await expect(list.getByRole('listitem').last()).toContainText('Chrome on Linux')
    expect(await violations(page)).toEqual([])
    await list.getByRole('button', { name: 'End session' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).press('Enter')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await other.goto('/account')
    await expect(other).toHaveURL(/\/login/)
    await other.close()
  })

  test('are ended from the palette', async ({ page, server }, info) => {
    const person = await signUpPerson(server, newName(info))
    const { email, password } = person
    const elsewhere = await call(server.url, authenticate, { body: { email, password } })
    await signInOnPage(page, server.url, person.token)
    await page.goto('/projects')
    await expect(projects(page)).toBeVisible()
    await runCommand(page, 'end session', 'End a session…')
    await page.keyboard.type('seen')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).press('Enter')
    await expect(page.getByText('Logged out')).toBeVisible()
    await expect(call(server.url, getUser, {}, elsewhere.token)).rejects.toThrow()
  })
})

test.describe('access tokens', () => {
  test('are created, shown once, used and deleted, by keyboard', async ({ page, server }, info) => {
    const person = await signUpPerson(server, newName(info))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signInOnPage(page, server.url, person.token)
    await page.goto('/projects')
    await expect(projects(page)).toBeVisible()
    await runCommand(page, 'add access token', 'Add access token…')
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
      /is a required field/,
    )
    await page.keyboard.type('Terminal')
    await page.keyboard.press('Enter')
    const tokenGroup = page.getByRole('group', { name: 'New access token' })
    await expect(tokenGroup.getByRole('heading')).toBeFocused()
    const secret = await tokenGroup.getByRole('textbox', { name: 'Access token' }).inputValue()
    expect(secret).toMatch(/^cos_/)
    expect(await violations(page)).toEqual([])

    // Leaving before copying the token opens a confirmation.
    await page.goBack()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).press('Enter')
    await tokenGroup.getByRole('button', { name: 'Copy token' }).press('Enter')
    await expect(page.getByText('Access token copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    await tokenGroup.getByRole('button', { name: 'Done' }).press('Enter')
    await expect(tokenGroup).toBeHidden()
    expect((await call(server.url, listProjects, {}, secret)).projects).toEqual([])

    await runCommand(page, 'delete access token', 'Delete access token…')
    await page.keyboard.type('Terminal')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByText('Deleted “Terminal”')).toBeVisible()
    await expect(page.getByText('You have no access token yet.')).toBeVisible()
    await expect(call(server.url, listProjects, {}, secret)).rejects.toThrow()
  })
})

interface Providers {
  server: RunningServer
  google: LoopbackProvider
  github: LoopbackProvider
}

/** A test with a server that offers both providers. */
const withProviders = test.extend<object, { providers: Providers }>({
  providers: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names of this pattern
    async ({}, use) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const google = await startGoogle(`${url}/auth/google/callback`)
      const github = await startGithub(`${url}/auth/github/callback`)
      const server = await startServer({ port, env: { ...google.settings, ...github.settings } })
      await use({ server, google, github })
      await server.stop()
      await google.close()
      await github.close()
    },
    { scope: 'worker' },
  ],
  server: [async ({ providers }, use) => use(providers.server), { scope: 'worker' }],
})

test.describe('Google and GitHub', () => {
  const someone = (name: string) => ({
    ...ada,
    id: String(100_000 + (count += 1)),
    email: `${name}@example.org`,
  })

  for (const [title, id] of [
    ['Google', 'google'],
    ['GitHub', 'github'],
  ] as const) {
    withProviders(`${title} makes an account`, async ({ page, providers }, info) => {
      const provider = providers[id]
      provider.person = someone(newName(info))
      const button = page.getByRole('button', { name: `Continue with ${title}` })
      await page.goto('/login')
      expect(await violations(page)).toEqual([])
      await button.press('Enter')
      const welcome = page.getByRole('dialog', { name: /^Welcome to/ })
      await expect(welcome.getByRole('button', { name: 'Get started' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(welcome).toBeHidden()
      await expect(projects(page)).toBeVisible()
      expect(new URL(page.url()).search).toBe('')
      await page.goto('/account/sign-in')
      const linked = page.getByRole('list', { name: 'Linked accounts' })
      await expect(linked).toContainText(provider.person.email)
      expect(await violations(page)).toEqual([])

      // The only way to log in cannot be removed.
      await linked.getByRole('button', { name: 'Unlink' }).press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).press('Enter')
      await expect(page.getByText(/only way to log in/).first()).toBeVisible()
      await expect(linked).toContainText(provider.person.email)
    })
  }

  withProviders('is linked, and asks for the second step', async ({ page, providers }, info) => {
    const { server, github } = providers
    const name = newName(info)
    const person = await signUpPerson(server, name)
    github.person = someone(`${name}-elsewhere`)
    await page.goto('/login')
    await logIn(page, person)
    await expect(projects(page)).toBeVisible()
    await page.goto('/account/sign-in')
    await page.getByRole('button', { name: 'Link GitHub' }).press('Enter')
    await expect(page.getByText(/Linked GitHub/)).toBeVisible()
    await expect(page).toHaveURL(/\/account\/sign-in/)

    const totp = new TOTP({ secret: Secret.fromBase32(SECRET) })
    const two_factor = {
      enabled: true,
      secret_code: SECRET,
      otp: totp.generate({ timestamp: Date.now() - 30_000 }),
    }
    const { token } = await page.evaluate(() => ({ token: localStorage.getItem('token') ?? '' }))
    await call(server.url, updateUser, { body: { data: { two_factor } } }, token)
    await runCommand(page, 'log out', 'Log out')
    await page.getByRole('button', { name: 'Continue with GitHub' }).press('Enter')
    await expect(page).toHaveURL(/\/2fa$/)
    await page.getByRole('textbox', { name: 'One-time code' }).fill(totp.generate())
    await page.keyboard.press('Enter')
    await expect(projects(page)).toBeVisible()

    // A new password keeps the link, and the page after it says so.
    await runCommand(page, 'log out', 'Log out')
    await call(server.url, forgotPassword, { body: { email: person.email } })
    const link = () =>
      server
        .outbox()
        .findLast(({ to }) => to.includes(person.email))
        ?.links.find((one) => one.includes('reset_code'))
    await expect.poll(link).toBeTruthy()
    await page.goto(link() ?? '')
    await page.getByRole('textbox', { name: 'New password' }).fill('an orchard in the morning')
    await page.keyboard.press('Enter')
    await page
      .getByRole('textbox', { name: 'One-time code' })
      .fill(totp.generate({ timestamp: Date.now() + 30_000 }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused()
    const linked = page.getByRole('list', { name: 'Linked accounts' })
    await expect(linked).toContainText(github.person.email)
    expect(await violations(page)).toEqual([])
    await linked.getByRole('button', { name: 'Unlink' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).press('Enter')
    await expect(page.getByText('No account is linked yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).press('Enter')
    await expect(projects(page)).toBeVisible()
  })

  withProviders('shows why a sign-in at a provider failed', async ({ page }) => {
    await page.goto('/auth/github/callback?error=access_denied&state=x')
    await expect(page.getByRole('alert')).toContainText('You did not let GitHub log you in')
    expect(await violations(page)).toEqual([])
    // A sign-in that someone else began cannot be completed here.
    await page.goto('/auth/google/callback?code=theirs&state=sign-in.theirs')
    await expect(page.getByRole('alert')).toContainText('another tab or browser')
    expect(new URL(page.url()).search).toBe('')
  })
})

test.describe('passkeys', () => {
  test.slow()

  /** Opens the server by its host name, since browsers do not support passkeys for IP addresses. */
  async function openAtName(page: Page, server: RunningServer, person: Person) {
    const url = server.url.replace('127.0.0.1', 'localhost')
    await signInOnPage(page, url, person.token)
    await page.goto(`${url}/account/sign-in?field=passkey`)
    return url
  }

  test('are added, renamed and removed, and replace both steps of the sign-in', async ({
    server,
    browser,
  }, info) => {
    const person = await signUpPerson(server, newName(info))
    const context = await browser.newContext()
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('WebAuthn.enable')
    const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    const url = await openAtName(page, server, person)
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect(name).toBeFocused()
    await name.selectText()
    await page.keyboard.type('Laptop')
    await page.keyboard.press('Enter')
    const list = page.getByRole('list', { name: 'Passkeys' })
    await expect(list).toContainText('Laptop')
    await expect(list).toContainText('never used')
    expect(await violations(page)).toEqual([])
    await list.getByRole('button', { name: 'Rename' }).press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .or(page.getByRole('dialog').getByRole('textbox'))
      .first()
      .fill('Old laptop')
    await page.keyboard.press('Enter')
    await expect(list).toContainText('Old laptop')

    const totp = new TOTP({ secret: Secret.fromBase32(SECRET) })
    const two_factor = { enabled: true, secret_code: SECRET, otp: totp.generate() }
    await call(server.url, updateUser, { body: { data: { two_factor } } }, person.token)
    const setPresent = (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    // Otherwise the login page, which asks for passkeys, might be left before it is seen.
    await setPresent(false)
    await runCommand(page, 'log out', 'Log out')
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
    await setPresent(true)
    await page.goto(`${url}/login`)
    // Some browsers offer the passkey under the field and choose it automatically if it is the only one. The button is
    // for the others.
    const button = page.getByRole('button', { name: 'Continue with a passkey' })
    await expect(button.or(projects(page))).toBeVisible()
    // The button may have disappeared by now.
    await button.press('Enter', { timeout: 5_000 }).catch(() => undefined)
    await expect(projects(page)).toBeVisible()

    await page.goto(`${url}/account/sign-in`)
    await expect(list).toContainText('last used')
    await list.getByRole('button', { name: 'Remove' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(page.getByText('You have no passkey yet.')).toBeVisible()
    await context.close()
  })

  test('are not offered at an IP address, and the page says where they work', async ({
    page,
    server,
  }, info) => {
    const person = await signUpPerson(server, newName(info))
    await signInOnPage(page, server.url, person.token)
    await page.goto('/account/sign-in')
    const button = page.getByRole('button', { name: 'Add passkey', exact: true })
    await expect(button).toHaveAccessibleDescription(/Open http:\/\/localhost/)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Continue with a passkey' })).toBeHidden()
  })
})

test.describe('captcha', () => {
  test('is loaded if the server requires one, and must be solved before signing up', async ({
    browser,
  }, info) => {
    const tokens: string[] = []
    const script = `window.turnstile = { render(place, { sitekey, callback }) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'I am a person'
      button.onclick = () => callback('solved ' + sitekey)
      place.append(button)
    } }`
    const provider = createServer((request, response) => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
        return
      }
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        const token = new URLSearchParams(body).get('response') ?? ''
        tokens.push(token)
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ success: token === 'solved site-key' }))
      })
    })
    await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
    const { port } = provider.address() as AddressInfo
    const host = `http://127.0.0.1:${port}`
    const server = await startServer({
      env: {
        CAPTCHA_SITE_KEY: 'site-key',
        CAPTCHA_SECRET: 'secret',
        CAPTCHA_VERIFY_URL: `${host}/verify`,
        CAPTCHA_SCRIPT_URL: `${host}/api.js`,
      },
    })
    try {
      const page = await browser.newPage({ baseURL: server.url })
      const requested = Promise.withResolvers<void>()
      await page.route('**/users/signInOptions', async (route) => {
        await requested.promise
        await route.continue()
      })
      const answer = await page.goto('/signup')
      const policy = (await answer?.headerValue('content-security-policy')) ?? ''
      expect(policy).toContain(host)
      expect(policy.split('; ').find((one) => one.startsWith('default-src'))).toBe(
        "default-src 'none'",
      )
      await page.getByRole('textbox', { name: 'E-mail' }).fill(`${newName(info)}@example.org`)
      await page.getByRole('textbox', { name: 'Password' }).fill('a quiet harbour at dusk')
      // Submitting before the page knows about a captcha asks for it as well.
      await page.keyboard.press('Enter')
      requested.resolve()
      await expect(page.getByRole('alert')).toHaveText('Solve the captcha first.')
      await page.getByRole('button', { name: 'I am a person' }).press('Enter')
      await page.getByRole('button', { name: 'Sign up' }).press('Enter')
      await expect(page.getByRole('heading', { name: /Check your e-mail/i })).toBeVisible()
      expect(tokens).toEqual(['solved site-key'])
      await page.close()
    } finally {
      await server.stop()
      provider.close()
    }
  })

  test('is neither loaded nor allowed by the policy without a provider', async ({ page }) => {
    const answer = await page.goto('/signup')
    const policy = (await answer?.headerValue('content-security-policy')) ?? ''
    expect(policy.split('; ').find((one) => one.startsWith('connect-src'))).toBe(
      "connect-src 'self'",
    )
    await expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Captcha' })).toBeHidden()
  })
})
