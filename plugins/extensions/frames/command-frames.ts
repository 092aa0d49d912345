import type { InstalledExtension } from '@typecase/contract/extensions'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Theme } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { createBroker } from './broker.ts'
import { connectFrame, type FrameConnection } from './connect-frame.ts'

/** A hidden frame in which the commands of an extension run. */
interface CommandFrame {
  readonly element: HTMLIFrameElement
  readonly connection: FrameConnection
  /** Resolves when the extension accepts commands. */
  readonly started: Promise<void>
}

/** Running frames, by bucket and the address of their files. An extension's code starts with its first command. */
const frames = new Map<string, CommandFrame>()

/** Returns the frame for an extension's commands. @throws Refusal when it does not start */
export async function commandFrame(
  services: Services,
  installed: InstalledExtension,
  bucket: string,
): Promise<FrameConnection> {
  const key = keyOf(installed, bucket)
  const frame = frames.get(key) ?? open(services, installed, bucket, key)
  await frame.started
  return frame.connection
}

/** Stops the frame for an extension's commands, and any running command. */
export function closeCommandFrame(installed: InstalledExtension, bucket: string): void {
  remove(keyOf(installed, bucket))
}

const keyOf = ({ url }: InstalledExtension, bucket: string): string => `${bucket} ${url}`

function remove(key: string): void {
  const frame = frames.get(key)
  frames.delete(key)
  frame?.connection.close()
  frame?.element.remove()
}

function open(
  services: Services,
  { manifest, url }: InstalledExtension,
  bucket: string,
  key: string,
): CommandFrame {
  const element = frameElement(url, `${manifest.title}: commands`)
  element.hidden = true
  const started = Promise.withResolvers<void>()
  const answer = createBroker({ services, manifest, bucket, onStart: () => started.resolve() })
  const connection = connectFrame(element, {
    manifest,
    context: { view: 'commands', bucket, theme: services.get(Theme).scheme() },
    answer,
    onUnavailable(reason) {
      started.reject(new Refusal(reason))
      remove(key)
    },
  })
  document.body.append(element)
  const frame = { element, connection, started: started.promise }
  frames.set(key, frame)
  return frame
}

/** Creates a frame for an extension, sandboxed except for scripts. */
export function frameElement(url: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  frame.title = title
  frame.src = url
  return frame
}
