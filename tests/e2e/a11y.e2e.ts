import { openScreen, screens } from './fixtures/screens.ts'
import { expect, test } from './fixtures/site.ts'
import { violations } from './fixtures/violations.ts'

const sizes = [
  { width: 1440, height: 900 },
  // High, since what the edge of the screen cuts in two is reported as too small to press.
  { width: 390, height: 2400 },
]

// Many and short: both workers share them.
test.describe.configure({ mode: 'parallel' })

for (const viewport of sizes) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport })
    for (const screen of screens) {
      test(`${screen.name}: no violation, light and dark`, async ({ page, site }) => {
        await openScreen(page, site, screen)
        expect(await violations(page)).toEqual([])
      })
    }
  })
}
