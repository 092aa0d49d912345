import { expect, test } from './fixtures/test.ts'

test('the palette takes the focus from an open dialog, and returns it', async ({
  ownerPage: page,
}) => {
  await page.goto('/projects/new')
  const title = page.getByRole('textbox', { name: 'Project title' })
  await expect(title).toBeFocused()
  await page.keyboard.type('Half')
  await page.keyboard.press('ControlOrMeta+k')
  const input = page.getByRole('combobox', { name: 'Search or run a command' })
  await expect(input).toBeFocused()
  await page.keyboard.type('theme')
  await expect(input).toHaveValue('theme')
  await page.keyboard.press('Escape')
  await expect(title).toBeFocused()
  await page.keyboard.type(' done')
  await expect(title).toHaveValue('Half done')
})

test('a command with the exact title ranks before the last chosen one', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/object-types`)
  await expect(page.getByRole('heading', { name: 'Object types', level: 1 })).toBeVisible()
  const run = async (query: string, name: RegExp) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(query)
    await expect(page.getByRole('option', { name, selected: true })).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await run('new object type', /^New object type…/)
  await expect(page).toHaveURL(/object-types\/new$/)
  await run('new object', /^New object…/)
  await expect(page.getByRole('list', { name: 'Arguments' })).toContainText('New object')
})

test('keys typed before the palette has opened are not lost', async ({ ownerPage: page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('switch between')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveValue(
    'switch between',
  )
})

test('Enter pressed before the palette has opened runs the typed command, not the button behind it', async ({
  ownerPage: page,
  owner,
}) => {
  // The palette's code loads slowly.
  await page.route('**/assets/palette-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.goto(`/projects/${owner.project.id}`)
  const button = page.getByRole('button', { name: 'New bucket…' })
  await expect(button).toBeVisible()
  await button.press('Enter')
  await page.keyboard.type('Second')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Arguments' })).toContainText('Second')
})
