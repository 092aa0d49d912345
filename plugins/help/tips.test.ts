// @vitest-environment jsdom
import { provide } from '@typecase/plugin-sdk/token'
import { type CommandObserver, Commands } from '@typecase/plugin-sdk/services'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { expect, test } from 'vitest'

import plugin from './plugin.ts'
import { showTips } from './tips.ts'

function setUp() {
  let observer: CommandObserver = {}
  const states = [
    { id: 'objects.publish', title: 'Publish…', keys: ['$mod+Enter'] },
    { id: 'objects.copy', title: 'Copy', keys: [] },
  ]
  const commands = {
    get: (id: string) => states.find((one) => one.id === id),
    observe: (next: CommandObserver) => {
      observer = next
      return () => (observer = {})
    },
  }
  const host = createTestHost(plugin, { services: [provide(Commands, () => commands as never)] })
  const stop = showTips(host.services, document)
  const press = (pointerType: string) =>
    document.dispatchEvent(Object.assign(new Event('pointerdown'), { pointerType, pressure: 0.5 }))
  const run = (command: string, source: 'button' | 'palette' = 'button') =>
    observer.before?.({ command }, source)
  return { run, press, stop, toasts: host.log.toasts }
}

test('the third run with the mouse shows the key in a tip, once', () => {
  const { run, press, toasts, stop } = setUp()
  press('mouse')
  run('objects.publish')
  run('objects.publish')
  expect(toasts).toEqual([])
  run('objects.publish')
  expect(toasts.map(({ message }) => message)).toEqual(['Tip: Ctrl ↵ for “Publish”.'])
  run('objects.publish')
  expect(toasts).toHaveLength(1)
  stop()
})

test('runs by keyboard, touch or the palette, and of commands without a key, show no tip', () => {
  const { run, press, toasts, stop } = setUp()
  for (let n = 0; n < 5; n += 1) {
    press('touch')
    run('objects.publish')
    press('mouse')
    run('objects.publish', 'palette')
    run('objects.copy')
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
    run('objects.publish')
  }
  expect(toasts).toEqual([])
  stop()
})
