import { join } from 'node:path'

import { build } from 'vite'

import { addObjectOf, addObjectTypes, save, textbox } from './fixtures/object-form.ts'
import { choose } from './fixtures/palette.ts'
import { addSite, heading, openWithPreview, site } from './fixtures/preview-pane.ts'
import { startPreviewSite } from './fixtures/preview-site.ts'
import { expect, type Owner, test } from './fixtures/test.ts'

const EXAMPLE = join(import.meta.dirname, '../../docs/examples/magazine-react')

/** Builds the example as one page that contains its files. */
async function buildExample(cms: string, { bucket }: Owner): Promise<string> {
  const settings = {
    VITE_CMS: cms,
    VITE_BUCKET: bucket.slug,
    VITE_READ_KEY: bucket.api_access.read_key,
  }
  const define = Object.entries(settings).map(([name, value]) => [
    `import.meta.env.${name}`,
    JSON.stringify(value),
  ])
  const built = await build({
    root: EXAMPLE,
    configFile: join(EXAMPLE, 'vite.config.ts'),
    logLevel: 'silent',
    build: { write: false },
    define: Object.fromEntries(define) as Record<string, string>,
  })
  if (!('output' in built)) throw new Error('One output was expected')
  const [script] = built.output.filter((file) => file.type === 'chunk')
  const code = (script?.code ?? '').replaceAll('</script', String.raw`<\/script`)
  return `<!doctype html><html lang="en"><title>Magazine</title><div id="root"></div>
    <script type="module">${code}</script></html>`
}

test('the React example shows drafts during typing, and a click opens the field', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const metafields = [
    { key: 'teaser', title: 'Teaser', type: 'text' },
    { key: 'minutes', title: 'Minutes', type: 'number' },
    { key: 'body', title: 'Body', type: 'markdown' },
  ]
  await addObjectTypes(server.url, owner, [{ title: 'Articles', slug: 'articles', metafields }])
  const body = Array.from({ length: 60 }, () => 'The lamp burns.').join('\n\n')
  const metadata = { teaser: 'A wave comes', minutes: 4, body }
  const article = { type: 'articles', title: 'The door', metadata }
  const { id } = await addObjectOf(server.url, owner, article)
  const website = await startPreviewSite(await buildExample(server.url, owner))
  await addSite(server.url, owner, `${website.url}/{type}/{slug}`)
  await openWithPreview(page, owner, id)
  await expect(heading(page)).toHaveText('The door')
  await textbox(page, 'Title').fill('The door at La Jument')
  await expect(heading(page)).toHaveText('The door at La Jument')
  // The paragraph is wider than its text, so the click is near its start.
  await site(page)
    .getByText('A wave comes')
    .click({ position: { x: 20, y: 10 } })
  await expect(textbox(page, 'Teaser')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' back')
  await expect(site(page).getByText('A wave comes back')).toBeVisible()
  await save(page)
  await expect(heading(page)).toHaveText('The door at La Jument')
  await site(page).getByText('4', { exact: true }).click()
  await expect(textbox(page, 'Minutes')).toBeFocused()

  // The page is short when it is loaded, and grows with its content.
  const root = site(page).locator(':root')
  const scrollTop = () => root.evaluate((element) => Math.round(element.scrollTop))
  await root.evaluate((element) => {
    element.setAttribute('data-former', '')
    element.scrollTop = 700
  })
  await choose(page, 'reload the preview', 'Reload the preview')
  await expect(root).not.toHaveAttribute('data-former')
  await expect(heading(page)).toHaveText('The door at La Jument')
  await expect.poll(scrollTop).toBe(700)
  await expect(textbox(page, 'Minutes')).toBeFocused()

  await page.goto(`${website.url}/articles/the-door`)
  await expect(page.getByText('Not found')).toBeVisible()
  website.close()
})
