import type { Page } from '@playwright/test'

type Measured = { painted?: Promise<number> }

/** Measures the milliseconds from a key press until the next frame is painted. */
export async function pressToPaint(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    ;(window as Measured).painted = new Promise((resolve) => {
      addEventListener(
        'keydown',
        (event) => {
          const channel = new MessageChannel()
          // A message after the frame callback is handled once the frame was painted.
          channel.port1.addEventListener('message', () =>
            resolve(performance.now() - event.timeStamp),
          )
          channel.port1.start()
          requestAnimationFrame(() => channel.port2.postMessage(null))
        },
        { capture: true, once: true },
      )
    })
  })
  await page.keyboard.press(key === ' ' ? 'Space' : key)
  return page.evaluate(() => (window as Measured).painted ?? Number.NaN)
}

/** Measures the milliseconds from a key press until the frame in which an element has a text is painted. */
export async function pressToText(page: Page, key: string, text: string): Promise<number> {
  await page.evaluate((text) => {
    ;(window as Measured).painted = new Promise((resolve) => {
      addEventListener(
        'keydown',
        (event) => {
          const channel = new MessageChannel()
          channel.port1.addEventListener('message', () =>
            resolve(performance.now() - event.timeStamp),
          )
          channel.port1.start()
          const look = () => {
            if (document.querySelector(text)?.textContent) channel.port2.postMessage(null)
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        },
        { capture: true, once: true },
      )
    })
  }, text)
  await page.keyboard.press(key)
  return page.evaluate(() => (window as Measured).painted ?? Number.NaN)
}

/** Measures the milliseconds from a click on a link until the frame with an element is painted. */
export function clickToPaint(page: Page, link: string, text: string): Promise<number> {
  return page.evaluate(
    ([link, text]) => {
      const start = performance.now()
      document.querySelector<HTMLElement>(link ?? '')?.click()
      return new Promise<number>((resolve) => {
        const channel = new MessageChannel()
        channel.port1.addEventListener('message', () => resolve(performance.now() - start))
        channel.port1.start()
        const look = () => {
          if (document.querySelector(text ?? '')) channel.port2.postMessage(null)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
    },
    [link, text],
  )
}

/** Runs a function in a browser that is slowed down by a factor. */
export async function throttled<T>(page: Page, rate: number, run: () => Promise<T>): Promise<T> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  try {
    return await run()
  } finally {
    // Another session cannot reset the rate to 1, so this one ends.
    await devtools.detach()
  }
}

export const countElements = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('*').length)
