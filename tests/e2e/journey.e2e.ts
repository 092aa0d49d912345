import { codeFor, expect, test } from './fixtures/test.ts'

/** The main task, from sign-up to undo, without a mouse. */
test('a person signs up, publishes an object, finds, deletes and restores it, by keyboard', async ({
  page,
  server,
}) => {
  test.slow()
  const email = `journey-${Date.now()}@example.com`

  await test.step('sign up', async () => {
    await page.goto('/signup')
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused()
    await page.keyboard.type('Grace')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Hopper')
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('nanoseconds of wire, please')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  })

  await test.step('verify from the e-mail', async () => {
    const code = await codeFor(server, email)
    await page.goto(`/verify-email?verification_code=${code}`)
    await expect(page.getByRole('button', { name: 'Verify e-mail' })).toBeFocused()
    expect(page.url()).not.toContain(code)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  })

  await test.step('create a project from the welcome', async () => {
    const welcome = page.getByRole('dialog', { name: 'Welcome to Typecase!' })
    await expect(welcome.getByRole('button', { name: 'Get started' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Project title' })).toBeFocused()
    await page.keyboard.type('Computing')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Museum')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/museum[^/]*\/objects/)
  })

  await test.step('create an object type', async () => {
    await runCommand('new object type', /^New object type…/)
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await page.keyboard.type('Machines')
    const newField = page.getByRole('textbox', { name: 'New field' })
    await newField.focus()
    await page.keyboard.type('Maker')
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('grid', { name: 'Fields' }).getByText('Maker', { exact: true }),
    ).toBeVisible()
    await page.getByRole('textbox', { name: 'Title', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/object-types\/machines/)
    await expect(page.getByText('Saved “Machines”.')).toBeVisible()
  })

  await test.step('create, edit and publish an object', async () => {
    await runCommand('new object', /^New object…/)
    await page.keyboard.type('machines')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/objects\/new\?type=machines/)
    await expect(page.getByRole('textbox', { name: 'Maker' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await page.keyboard.type('Harvard Mark I')
    await page.getByRole('textbox', { name: 'Maker' }).focus()
    await page.keyboard.type('IBM')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByRole('status', { name: 'Save state' })).toHaveText(/Saved/)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible()
  })

  await test.step('find it in the palette', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('/hravard mark')
    const option = page.getByRole('option', { name: /Harvard Mark I/ })
    await expect(option).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Harvard Mark I')
  })

  await test.step('delete it and undo that', async () => {
    await runCommand('delete', /^Delete objects/)
    await expect(page).toHaveURL(/objects\?query=/)
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Deleted')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(
      page.getByRole('grid', { name: 'Objects' }).getByText('Harvard Mark I'),
    ).toBeVisible()
  })

  async function runCommand(query: string, name: RegExp) {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
    await page.keyboard.type(query)
    // Enter runs the active row.
    await expect(page.getByRole('option', { name, selected: true })).toBeVisible()
    await page.keyboard.press('Enter')
  }
})
