// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Fakes an animation that ends on demand, since jsdom has none. */
function animate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  function getAnimations(this: HTMLElement) {
    return this.hasAttribute('inert') ? [{ finished: promise }] : []
  }
  Object.assign(HTMLElement.prototype, { getAnimations })
  return {
    end: resolve,
    [Symbol.dispose]: () => Reflect.deleteProperty(HTMLElement.prototype, 'getAnimations'),
  }
}

function Page({ isMounted }: { isMounted: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const dialog = (
    <Dialog title="Welcome" isOpen={isMounted || isOpen} onOpenChange={setOpen}>
      Text
    </Dialog>
  )
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open</Button>
      {isMounted && !isOpen ? null : dialog}
    </>
  )
}

test.each([
  ['it is closed', false],
  ['what renders it takes it away', true],
])('a dialog fades out while the focus returns at once: %s', async (_name, isMounted) => {
  using animation = animate()
  render(<Page isMounted={isMounted} />)
  const open = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(open)
  screen.getByRole('dialog')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(open), 10_000)
  const image = screen.getByText('Text').closest('[inert]')
  expect(image).toHaveProperty('ariaHidden', 'true')
  await act(async () => animation.end())
  expect(image?.isConnected).toBe(false)
})
