import type { Page } from '@playwright/test'

import { expectScreen, openScreen, type Screen, screens, visitScreen } from './fixtures/screens.ts'
import { expect, test } from './fixtures/site.ts'
import { violations } from './fixtures/violations.ts'

const WIDE = { width: 1440, height: 900 }
/** High, because the audit reports controls at the cut-off edge of the screen as too small. */
const NARROW = { width: 390, height: 2400 }

// These tests are many and short, so both workers share them.
test.describe.configure({ mode: 'parallel' })

async function expectNoViolation(
  page: Page,
  screen: Screen,
  sizes: readonly { width: number; height: number }[],
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await violations(page)).toEqual([])
    await expectScreen(page, screen)
  }
}

for (const screen of screens) {
  const { name, as, act } = screen
  // The width of the first load does not matter, but actions must be repeated.
  const visits = act ? [[WIDE], [NARROW]] : [[WIDE, NARROW]]
  for (const sizes of visits) {
    const widths = sizes.map(({ width }) => `${width} px`).join(' and ')
    const title = `${name}, ${widths}: no violation, light and dark`
    if (act || as)
      test(title, async ({ page, site }) => {
        await page.setViewportSize(sizes[0] ?? WIDE)
        await openScreen(page, site, screen)
        await expectNoViolation(page, screen, sizes)
      })
    else
      test(title, async ({ visitor, site }) => {
        await visitor.setViewportSize(WIDE)
        await visitScreen(visitor, site, screen)
        await expectNoViolation(visitor, screen, sizes)
      })
  }
}
