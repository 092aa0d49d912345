import type { Page } from '@playwright/test'
import { updateUser } from '@typecase/contract/users'
import { connect, databaseFile } from '@typecase/server/database/connection'
import { Secret, TOTP } from 'otpauth'

import { call } from './fixtures/api.ts'
import { logIn } from './fixtures/log-in.ts'
import { picture } from './fixtures/pictures.ts'
import { type RunningServer, startServer } from './fixtures/server.ts'
import {
  expect,
  type Person,
  signInOnPage,
  signUpOwner,
  signUpPerson,
  test,
} from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

let count = 0
const newName = (info: { workerIndex: number }) => `account${info.workerIndex}-${(count += 1)}`

test.describe('two-step sign-in', () => {
  test('is set up from the palette, used, and turned off by keyboard', async ({
    page,
    server,
  }, info) => {
    test.slow()
    const person = await signUpPerson(server, newName(info))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/login')
    await logIn(page, person)
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

    let key = ''
    await test.step('the set-up shows the key for the app, and keeps a wrong code with an error', async () => {
      await runCommand(page, '2fa', 'Set up two-step sign-in…')
      await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
      await expect(codeField(page)).toBeFocused()
      const address = page.getByRole('img', { name: 'QR code for an authenticator app' })
      await expect(address).toBeVisible()
      key = (await page.getByRole('textbox', { name: 'Set-up key' }).inputValue()).replaceAll(
        ' ',
        '',
      )
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Copy key' }).press('Enter')
      await expect(page.getByText('Set-up key copied')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)

      await codeField(page).focus()
      await page.keyboard.press('Enter')
      await expect(codeField(page)).toHaveAccessibleDescription(/is a required field/)
      await page.keyboard.type('000000')
      await page.keyboard.press('Enter')
      await expect(codeField(page)).toHaveAccessibleDescription(/wrong or has already been used/)
      await expect(codeField(page)).toBeFocused()
      await expect(codeField(page)).toHaveValue('000000')
      expect(await violations(page)).toEqual([])
    })

    let codes: string[] = []
    let used = ''
    await test.step('a pasted code turns two-step sign-in on, and the recovery codes appear once', async () => {
      await codeField(page).selectText()
      used = codeOf(key)
      await paste(page, spaced(used))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
      expect(await violations(page)).toEqual([])
      const list = page.getByRole('list', { name: 'Recovery codes' })
      codes = await list.getByRole('listitem').allTextContents()
      expect(new Set(codes).size).toBe(10)

      // Leaving before saving the codes opens a confirmation.
      await page.goBack()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).press('Enter')
      await page.getByRole('button', { name: 'Copy codes' }).press('Enter')
      await expect(page.getByText('Recovery codes copied')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download codes' }).press('Enter')
      const file = await saved
      expect(file.suggestedFilename()).toBe('typecase-recovery-codes.txt')
      await page.getByRole('button', { name: 'I saved them' }).press('Enter')
      await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Turn off two-step sign-in…' })).toBeVisible()
      await page.goto('/account/two-step')
      await expect(page.getByRole('button', { name: 'New recovery codes…' })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeHidden()
      expect(await violations(page)).toEqual([])
    })

    await test.step('the sign-in asks for a code of the app, and each code works once', async () => {
      await runCommand(page, 'log out', 'Log out')
      await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
      await type(page, person.email, 'Tab', person.password, 'Enter')
      await expect(page).toHaveURL(/\/2fa$/)
      await expect(codeField(page)).toBeFocused()
      expect(await violations(page)).toEqual([])
      await type(page, used, 'Enter')
      await expect(codeField(page)).toHaveAccessibleDescription(/wrong or has already been used/)
      await expect(codeField(page)).toBeFocused()
      expect(await violations(page)).toEqual([])
      await codeField(page).selectText()
      await type(page, codeOf(key, 1), 'Enter')
      await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    })

    await test.step('a recovery code creates new recovery codes', async () => {
      await runCommand(page, 'recovery codes', 'New recovery codes…')
      await expect(codeField(page)).toBeFocused()
      expect(await violations(page)).toEqual([])
      await type(page, codes[0] ?? '', 'Enter')
      await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
      const list = page.getByRole('list', { name: 'Recovery codes' })
      const renewed = await list.getByRole('listitem').allTextContents()
      expect(renewed.filter((code) => codes.includes(code))).toEqual([])
      codes = renewed
      await page.getByRole('button', { name: 'I saved them' }).press('Enter')
    })

    await test.step('a code turns two-step sign-in off', async () => {
      await runCommand(page, 'turn off two', 'Turn off two-step sign-in…')
      await expect(codeField(page)).toBeFocused()
      expect(await violations(page)).toEqual([])
      await type(page, '111111', 'Enter')
      await expect(codeField(page)).toHaveAccessibleDescription(/wrong or has already been used/)
      await codeField(page).selectText()
      await type(page, codes[0] ?? '', 'Enter')
      await expect(page.getByText('Two-step sign-in is off')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Set up two-step sign-in…' })).toBeVisible()
    })
  })

  test('accepts a recovery code once, and asks for the password again after five minutes', async ({
    page,
    server,
  }, info) => {
    test.slow()
    const { codes, ...person } = await signUpWithTwoStep(server, newName(info))
    await page.clock.install()
    await page.goto('/login')
    await logIn(page, person)
    await page.getByRole('link', { name: 'Use a recovery code' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await type(page, codes[0]?.toUpperCase() ?? '', 'Enter')
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

    await runCommand(page, 'log out', 'Log out')
    await logIn(page, person)
    await page.getByRole('link', { name: 'Use a recovery code' }).press('Enter')
    await type(page, codes[0] ?? '', 'Enter')
    const field = page.getByRole('textbox', { name: 'Recovery code' })
    await expect(field).toHaveAccessibleDescription(/wrong or has already been used/)

    // After five minutes, the page forgets the password.
    await page.clock.fastForward(5 * 60_000 + 1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(/emailPass is not set/)
    await expect(field).toHaveValue(codes[0] ?? 'none')
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Back to log in' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  })

  test('says when to try again after too many wrong codes, and keeps the typed code', async ({
    browser,
  }) => {
    test.slow()
    const limited = await startServer({ env: { RATE_LIMITS: 'on' } })
    const page = await browser.newPage({ baseURL: limited.url })
    const person = await signUpWithTwoStep(limited, 'limited')
    await page.goto('/login')
    await logIn(page, person)
    for (const code of ['000001', '000002', '000003', '000004', '000005']) {
      await codeField(page).fill(code)
      await page.keyboard.press('Enter')
      await expect(codeField(page)).toHaveAccessibleDescription(/wrong or has already been used/)
    }
    await codeField(page).fill('000006')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(/Too many attempts. Try again in \d+ minutes/)
    await expect(codeField(page)).toHaveValue('000006')
    await expect(codeField(page)).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.close()
    await limited.stop()
  })

  test('asks for the password again some time after the sign-in, and keeps the typed code', async ({
    browser,
  }) => {
    test.slow()
    // A restart on the same data moves the server's clock forward.
    const first = await startServer()
    const person = await signUpPerson(first, 'patient')
    await first.kill()
    const later = () => Date.now() + 11 * 60_000
    const server = await startServer({
      dataDir: first.dataDir,
      env: { CLOCK: new Date(later()).toISOString() },
    })
    const page = await browser.newPage({ baseURL: server.url })
    await signInOnPage(page, server.url, person.token)
    await page.goto('/account/two-step')
    const setUpKey = await page.getByRole('textbox', { name: 'Set-up key' }).inputValue()
    const key = setUpKey.replaceAll(' ', '')
    const code = codeOf(key, 0, later())
    await expect(codeField(page)).toBeFocused()
    await type(page, code, 'Enter')
    const password = page.getByRole('textbox', { name: 'Current password' })
    await expect(password).toBeFocused()
    await expect(codeField(page)).toHaveValue(code)
    expect(await violations(page)).toEqual([])
    await type(page, 'not the one', 'Enter')
    await expect(password).toHaveAccessibleDescription(/The current password is wrong/)
    await expect(password).toBeFocused()
    // The code may have expired while the page was open.
    await codeField(page).fill(codeOf(key, 0, later()))
    await password.fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
    await page.close()
    await server.stop()
  })
})

test.describe('the profile', () => {
  test('a new e-mail address waits for confirmation, and can be sent again and cancelled', async ({
    page,
    server,
  }, info) => {
    test.slow()
    const person = await signUpPerson(server, newName(info))
    const address = `new-${person.email}`
    await signInOnPage(page, server.url, person.token)
    await page.goto('/projects')
    await runCommand(page, 'change email', 'Change e-mail…')
    await expect(page.getByRole('textbox', { name: 'New e-mail' })).toBeFocused()
    await type(page, address, 'Tab', 'not the one', 'Enter')
    const password = page.getByRole('form', { name: 'E-mail' }).getByRole('textbox', {
      name: 'Current password',
    })
    await expect(password).toHaveAccessibleDescription(/The current password is wrong/)
    await expect(password).toBeFocused()
    await password.selectText()
    await type(page, person.password, 'Enter')
    const waiting = page.getByRole('group', { name: 'New e-mail' })
    await expect(waiting).toContainText(`Waiting for confirmation at ${address}`)
    await expect(page.getByRole('textbox', { name: 'New e-mail' })).toHaveValue('')
    expect(await violations(page)).toEqual([])

    await page.reload()
    await waiting.getByRole('button', { name: 'Send again' }).press('Enter')
    await expect(page.getByText(`Sent again to ${address}`)).toBeVisible()
    await expect
      .poll(() => server.outbox().filter(({ to }) => to.includes(address)))
      .toHaveLength(2)
    await waiting.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(waiting).toBeHidden()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'New e-mail' })).toBeVisible()
    await expect(waiting).toBeHidden()
  })

  test.describe('in a browser with a right-to-left language', () => {
    test.use({ locale: 'ar-EG' })

    test('arrow keys move in the direction of the interface', async ({ ownerPage: page }) => {
      await page.goto('/account')
      await page.getByRole('radio', { name: 'Light' }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('radio', { name: 'Dark' })).toBeFocused()
    })
  })

  test('name, picture and theme are saved, and the password is changed', async ({
    page,
    server,
  }, info) => {
    test.slow()
    const person = await signUpPerson(server, newName(info))
    await signInOnPage(page, server.url, person.token)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/account')
    await page.getByRole('textbox', { name: 'First name' }).fill('Grace')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Profile saved')).toBeVisible()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload picture' }).press('Enter')
    await (await chooser).setFiles(picture('grace.png', [90, 120, 60]))
    await expect(page.getByText('Picture changed')).toBeVisible()
    await page.getByRole('button', { name: 'Remove my picture' }).press('Enter')
    await expect(page.getByText('Your initials are shown')).toBeVisible()
    await page.getByRole('radio', { name: 'Dark' }).press('Enter')
    await expect(page.getByText('Theme saved')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

    await runCommand(page, 'change pass', 'Change password…')
    const form = page.getByRole('form', { name: 'Password' })
    await expect(form.getByRole('textbox', { name: 'Current password' })).toBeFocused()
    await type(page, person.password, 'Tab', 'Tab', 'password1', 'Enter')
    const next = form.getByRole('textbox', { name: 'New password' })
    await expect(next).toHaveAccessibleDescription(
      /New password is one of the most common passwords/,
    )
    await next.selectText()
    await type(page, 'an orchard in the morning', 'Enter')
    await expect(page.getByText('Password changed')).toBeVisible()
    await expect(next).toHaveValue('')

    // Another browser without its own theme shows that of the profile.
    const other = await page.context().browser()?.newPage({ baseURL: server.url })
    if (!other) throw new Error('no browser')
    await other.goto('/login')
    await logIn(other, { ...person, password: 'an orchard in the morning' })
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
    await other.goto('/account')
    await expect(other.getByRole('textbox', { name: 'First name' })).toHaveValue('Grace')

    await runCommand(page, 'log out every', 'Log out everywhere else')
    await expect(page.getByText('Only this browser is logged in now')).toBeVisible()
    await other.reload()
    await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible()
    await other.close()
  })

  test('deactivating lists the projects that are archived, asks for the password and signs out', async ({
    page,
    server,
  }, info) => {
    const owner = await signUpOwner(server, newName(info))
    await signInOnPage(page, server.url, owner.token)
    await page.goto('/account/sign-in')
    await page.getByRole('button', { name: 'Deactivate account…' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Deactivate your account' })).toBeVisible()
    const archived = page.getByRole('region', { name: 'These projects are archived' })
    await expect(archived.getByRole('listitem')).toHaveText(owner.project.title)
    const password = page.getByRole('textbox', { name: 'Current password' })
    await expect(password).toBeFocused()
    expect(await violations(page)).toEqual([])

    await page.keyboard.press('Enter')
    await expect(password).toHaveAccessibleDescription(/is a required field/)
    await type(page, 'not the password', 'Enter')
    await expect(password).toHaveAccessibleDescription(/is wrong/)
    await expect(password).toBeFocused()
    await password.selectText()
    await type(page, owner.password, 'Enter')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    await logIn(page, owner)
    await expect(page.getByRole('alert')).toHaveText('E-mail or password is wrong.')
  })

  test('deactivating is not offered while a project with other members has no other admin', async ({
    page,
    server,
  }, info) => {
    const owner = await signUpOwner(server, newName(info))
    const member = await signUpPerson(server, newName(info))
    addMember(server, owner.project.id, member.user.id)
    await signInOnPage(page, server.url, owner.token)
    await page.goto('/account/deactivate')
    const blocking = page.getByRole('region', { name: 'These projects need another admin first' })
    await expect(blocking.getByRole('listitem')).toHaveText('Collection – 1 other member')
    await expect(page.getByRole('button', { name: 'Deactivate account' })).toBeHidden()
    expect(await violations(page)).toEqual([])
  })

  test('an account without a password is deactivated with a link from an e-mail', async ({
    page,
    server,
  }, info) => {
    const person = await signUpPerson(server, newName(info))
    dropPassword(server, person.user.id)
    await signInOnPage(page, server.url, person.token)
    await page.goto('/account/deactivate')
    await page.getByRole('button', { name: 'Send me the link' }).press('Enter')
    await expect(page.getByText('The e-mail is on its way.')).toBeVisible()
    const link = () =>
      server
        .outbox()
        .findLast(({ to }) => to.includes(person.email))
        ?.links.find((one) => one.includes('/account/deactivate'))
    await expect.poll(link).toBeTruthy()
    await page.goto(link() ?? '')
    const close = page.getByRole('button', { name: 'Deactivate account' })
    await expect(close).toBeVisible()
    await expect(page).toHaveURL(/\/account\/deactivate$/)
    await close.press('Enter')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  })
})

test('a slow click on a link is not lost when a field loses the focus', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
  // This simulates a slow press: the message of the field that loses the focus would move the link.
  const box = await page.getByRole('link', { name: 'Forgot password?' }).boundingBox()
  if (!box) throw new Error('no link')
  await page.mouse.move(box.x + box.width / 2, box.y + 2)
  await page.mouse.down()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await page.mouse.up()
  await expect(page).toHaveURL(/\/forgot-password/)
})

const codeField = (page: Page) => page.getByRole('textbox', { name: 'One-time code' })

/**
 * Returns the code `step` 30-second steps from now. The server also accepts the steps before and after, so a current
 * code can be typed for at least half a minute.
 */
function codeOf(key: string, step = 0, now = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now + step * 30_000 })
}

/** Inserts a space into a code, as apps show it. */
const spaced = (code: string) => code.replace(/...(?=.)/g, '$& ')

/** Signs up a person whose sign-in asks for codes of `SECRET`. */
async function signUpWithTwoStep(
  server: RunningServer,
  name: string,
): Promise<Person & { codes: readonly string[] }> {
  const person = await signUpPerson(server, name)
  const two_factor = { enabled: true, secret_code: SECRET, otp: codeOf(SECRET) }
  const answer = await call(
    server.url,
    updateUser,
    { body: { data: { two_factor } } },
    person.token,
  )
  return { ...person, codes: answer.recovery_codes ?? [] }
}

/** Writes the member's row directly, with the server running. */
function addMember(server: RunningServer, projectId: string, userId: string): void {
  writeBeside(
    server,
    "INSERT INTO team_members VALUES ('project', ?, ?, 'user', 1)",
    projectId,
    userId,
  )
}

/** Removes the password, to simulate an account that signs in by other means. */
const dropPassword = (server: RunningServer, userId: string): void =>
  writeBeside(server, 'UPDATE users SET password_hash = NULL WHERE id = ?', userId)

function writeBeside({ dataDir }: RunningServer, statement: string, ...values: string[]): void {
  const database = connect(databaseFile(dataDir))
  try {
    database.prepare(statement).run(...values)
  } finally {
    database.close()
  }
}

/** Types words and presses keys, in this order. */
async function type(page: Page, ...steps: string[]): Promise<void> {
  for (const step of steps) {
    if (step === 'Tab' || step === 'Enter') await page.keyboard.press(step)
    else await page.keyboard.type(step)
  }
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text)
  await page.keyboard.press('ControlOrMeta+v')
}

async function runCommand(page: Page, query: string, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await page.keyboard.type(query)
  const option = page.getByRole('option', { name: title }).first()
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}
