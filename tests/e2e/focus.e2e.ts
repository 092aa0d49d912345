import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject, updateObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { addObjects, addObjectWithEveryField } from './fixtures/content.ts'
import { expect, test } from './fixtures/test.ts'

const PLAN = '**/v3/admin/objects/deleteByIds*'

test('the focus is in a useful place after dialogs, page changes, deletions and saves', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  test.slow()
  const list = `/${owner.bucket.slug}/objects?query={"type":"authors"}`
  await addObjects(server, owner, ['Ada', 'Grace', 'Mary'])

  await test.step('a page change moves the focus to the new page', async () => {
    await page.goto('/projects')
    await page.getByRole('link', { name: owner.bucket.title }).click()
    await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeFocused()
  })

  await test.step('closing a dialog returns the focus to its button', async () => {
    await page.goto('/projects')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Filter shortcuts' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused()
  })

  await test.step('recording keys returns the focus to its button', async () => {
    await page.goto('/help/keyboard')
    const change = page.getByRole('button', { name: 'Change the keys of Go to Objects' })
    await change.press('Enter')
    await expect(page.getByRole('textbox', { name: /^Press the new keys/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(change).toBeFocused()
  })

  await test.step('keys that another command uses are reassigned after a second Enter', async () => {
    const change = page.getByRole('button', { name: 'Change the keys of Go to Objects' })
    await change.press('Enter')
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.keyboard.press('Enter')
    const question = page.getByRole('group', { name: 'Keys in use' })
    await expect(question).toContainText('Used by “Go to Projects”')
    await page.keyboard.press('Enter')
    await expect(change).toBeFocused()
    const row = page.getByRole('listitem').filter({ hasText: 'Go to Projects' })
    await expect(row.getByRole('switch')).not.toBeChecked()
    await page.getByRole('button', { name: 'Reset all' }).press('Enter')
  })

  await test.step('deleting a row returns the focus to the list', async () => {
    await page.goto(list)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.press('j')
    await expect(page.getByRole('row').nth(1)).toBeFocused()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Apply' }).press('Enter')
    await expect(page.getByRole('row')).toHaveCount(3)
    await expectFocusIn(page)
  })

  await test.step('saving an object type keeps the focus on its button', async () => {
    await page.goto(`/${owner.bucket.slug}/object-types/authors`)
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Writers')
    const save = page.getByRole('button', { name: 'Save object type' })
    await save.press('Enter')
    await expect(page.getByText('Saved “Writers”.')).toBeVisible()
    await expect(save).toBeFocused()
  })
})

test('a long plan is read and applied by keyboard, with only its visible rows in the document', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const names = Array.from({ length: 80 }, (_, index) => `Author ${index + 1}`)
  await addObjects(server, owner, names)
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"authors"}&limit=100`)
  await expect(page.getByRole('grid', { name: 'Objects' }).getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
  await page.keyboard.press('Delete')
  const table = page.getByRole('table', { name: 'Changes' })
  const rows = table.locator('tbody tr')
  await expect(rows.first()).toBeFocused()
  expect(await rows.count()).toBeLessThan(50)
  await page.keyboard.press('End')
  await expect(table.locator(`tr[aria-rowindex="${names.length + 1}"]`)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(table.locator(`tr[aria-rowindex="${names.length}"]`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(table).toBeHidden()
  await expect(page.getByText('No authors yet')).toBeVisible()
})

test('a command whose plan does not arrive is cancelled in the palette, and can run again', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['Ada', 'Grace', 'Mary'])
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"authors"}`)
  await expect(page.getByRole('grid', { name: 'Objects' }).getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
  await page.route(PLAN, () => {})
  for (let time = 0; time < 2; time += 1) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('delete objects')
    await expect(page.getByRole('option', { name: /^Delete objects/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    await expect(cancel).toBeVisible()
    await cancel.click()
    await expect(cancel).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

async function expectFocusIn(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null))
    .toBe(true)
}

/** Returns the focused element, also within a shadow tree: its role, or its tag. */
const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const outer = document.activeElement
    const inner = outer?.shadowRoot?.activeElement ?? outer
    return inner?.getAttribute('role') ?? inner?.tagName.toLowerCase()
  })

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })

test('a code editor keeps its own keys, and gets the focus back after the palette', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  test.slow()
  const { id } = await addObjectWithEveryField(server, owner)
  await page.goto(`/${owner.bucket.slug}/objects/${id}`)
  const rich = page.getByRole('textbox', { name: 'The html-textarea', exact: true })
  // The code of rich texts is the largest of the product.
  await expect(rich).toBeVisible({ timeout: 60_000 })
  const tools = page.getByRole('toolbar', { name: 'The html-textarea' })
  await tools.getByRole('button', { name: 'Edit source' }).press('Enter')
  const code = page.getByRole('textbox', { name: 'The html-textarea', exact: true })
  await expect(code).toHaveClass(/cm-content/)

  await page.keyboard.press('ControlOrMeta+j')
  await page.keyboard.type('html-textarea')
  await expect(page.getByRole('option', { name: /The html-textarea/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect.poll(() => focused(page)).toBe('textbox')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Rose')
  await expect(code).toHaveText('Rose')

  const theme = await page.locator('html').getAttribute('data-theme')
  await page.keyboard.press('ControlOrMeta+/')
  await expect(code).toHaveText('<!-- Rose -->')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect.poll(() => focused(page)).toBe('textbox')
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect(code).toHaveText('<!-- Rose -->!')
  expect(await page.locator('html').getAttribute('data-theme')).toBe(theme)
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
})

test('letters on a closed select choose an option and run no command', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/object-types/authors`)
  const select = page.getByRole('button', { name: /Type of the new field/ }).last()
  await select.focus()
  const before = await select.textContent()
  await page.keyboard.press('n')
  await expect(select).not.toHaveText(before ?? '')
  await expect(palette(page)).toBeHidden()
  await expect(select).toBeFocused()
  // The same applies to the form's other controls.
  await page
    .getByRole('button', { name: /^Settings of/ })
    .first()
    .focus()
  await page.keyboard.press('n')
  await expect(palette(page)).toBeHidden()
  await select.focus()
  // Outside the form, the same letter belongs to the command.
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(palette(page)).toBeVisible()
})

test('Escape leaves the filter, then clears the selection, then leaves the editor for the list', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['Ada', 'Grace', 'Mary'])
  const list = `/${owner.bucket.slug}/objects?query=${encodeURIComponent('{"type":"authors"}')}`
  await page.goto(list)
  const address = page.url()
  const row = page.getByRole('grid', { name: 'Objects' }).getByRole('row').nth(1)
  await expect(row).toBeVisible()
  const filter = page.getByRole('textbox', { name: 'Filter' })

  await test.step('Escape in the list', async () => {
    await page.keyboard.press('x')
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('tit')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(filter).toHaveValue('tit')
    await page.keyboard.press('Escape')
    await expect(filter).toHaveValue('')
    await expect(filter).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()
  })

  await test.step('Escape in the editor', async () => {
    await page.keyboard.press('Enter')
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(row).toBeVisible()
    expect(page.url()).toBe(address)
  })
})

test('Escape leaves a row of fields level by level, and closing an overlay returns the focus', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const metafields = [
    { key: 'medium', title: 'Medium', type: 'text' },
    {
      key: 'shows',
      title: 'Shows',
      type: 'repeater',
      repeater_fields: [{ key: 'name', title: 'Name', type: 'text' }],
    },
  ]
  const type = { slug, data: { title: 'Artworks', metafields: metafields as never } }
  await call(server.url, addObjectType, { body: type }, owner.token)
  const metadata = { medium: 'oil', shows: [{ name: 'Tate' }] }
  const data = { type: 'artworks', title: 'The Blue Rigi', metadata }
  const { object } = await call(server.url, addObject, { body: { slug, data } }, owner.token)
  const query = encodeURIComponent('{"type":"artworks"}')
  await page.goto(`/${slug}/objects?query=${query}`)
  const row = page.getByRole('grid', { name: 'Objects' }).getByRole('row').nth(1)
  await expect(row).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const medium = page.getByRole('textbox', { name: 'Medium', exact: true })

  await test.step('Escape moves from the field to its row and then to the list', async () => {
    await name.focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Row 1: Tate' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()
  })

  await page.keyboard.press('Enter')
  await expect(medium).toBeVisible()
  await test.step('closing the palette returns to the field it was opened from', async () => {
    await name.focus()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(name).toBeFocused()
  })

  await test.step('closing a menu returns to its button', async () => {
    const more = page.getByRole('button', { name: 'More actions' })
    await more.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(more).toBeFocused()
  })

  await test.step('closing a dialog that the palette opened returns to the field before it', async () => {
    await medium.focus()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('show keyboard')
    await expect(page.getByRole('option', { name: /^Show keyboard/ })).toBeVisible()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet.getByRole('textbox', { name: 'Filter shortcuts' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(medium).toBeFocused()
  })

  await test.step('closing the panel of a conflict returns to the field it was about', async () => {
    await medium.fill('mine')
    const theirs = { slug, object_id: object.id, data: { metadata: { medium: 'theirs' } } }
    await call(server.url, updateObject, { body: theirs }, owner.token)
    await page.keyboard.press('ControlOrMeta+s')
    const panel = page.getByRole('region', { name: /^Changed by .* as well$/ })
    await expect(panel).toBeFocused()
    await panel.getByRole('button', { name: 'Keep all mine' }).press('Enter')
    await expect(panel).toBeHidden()
    await expect(medium).toBeFocused()
  })
})

test('a page for signing in starts with the focus in its first field, from an address or a link', async ({
  page,
}) => {
  const pages = [
    ['/login', 'E-mail'],
    ['/signup', 'First name'],
    ['/forgot-password', 'E-mail'],
    ['/2fa', 'One-time code'],
  ] as const
  for (const [path, field] of pages) {
    await page.goto(path)
    await expect(page.getByRole('textbox', { name: field })).toBeFocused()
  }
  await page.goto('/signup')
  // A key or a screen reader does not follow a link in the same way as the mouse.
  for (const [link, field] of [
    ['Log in instead', 'E-mail'],
    ['Sign up', 'First name'],
    ['Log in instead', 'E-mail'],
    ['Forgot password?', 'E-mail'],
  ] as const) {
    const from = page.url()
    await page.getByRole('link', { name: link }).press('Enter')
    await expect(page).not.toHaveURL(from)
    await expect(page.getByRole('textbox', { name: field })).toBeFocused()
  }
})
