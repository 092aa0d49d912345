import { openScreen, screens } from './fixtures/screens.ts'
import { expect, test } from './fixtures/site.ts'
import { violations } from './fixtures/violations.ts'

const WIDE = { width: 1440, height: 900 }
/** High, since what the edge of the screen cuts in two is reported as too small to press. */
const NARROW = { width: 390, height: 2400 }

// Many and short: both workers share them.
test.describe.configure({ mode: 'parallel' })

for (const screen of screens) {
  // A page is as narrow whether it was loaded so or not; what somebody does there is done anew.
  const visits = screen.act ? [[WIDE], [NARROW]] : [[WIDE, NARROW]]
  for (const sizes of visits) {
    const widths = sizes.map(({ width }) => `${width} px`).join(' and ')
    test(`${screen.name}, ${widths}: no violation, light and dark`, async ({ page, site }) => {
      const [first, ...others] = sizes
      if (first) await page.setViewportSize(first)
      await openScreen(page, site, screen)
      expect(await violations(page)).toEqual([])
      for (const size of others) {
        await page.setViewportSize(size)
        expect(await violations(page)).toEqual([])
      }
    })
  }
}
