import type { InstalledExtension } from '@typecase/contract/extensions'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Theme } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { createBroker } from './broker.ts'
import { connectFrame, type FrameConnection } from './connect-frame.ts'

/** A frame that no one sees, in which the commands of an extension run. */
interface CommandFrame {
  readonly element: HTMLIFrameElement
  readonly connection: FrameConnection
  /** Resolves when the extension takes commands. */
  readonly started: Promise<void>
}

/** Running frames, by the address of their files and the bucket: an extension's code starts with its first command. */
const frames = new Map<string, CommandFrame>()

/** The frame of an extension's commands. @throws Refusal where it does not start */
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

/** Ends the commands of an extension, and what they are doing. */
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
  const answer = createBroker({ services, manifest, bucket, started: () => started.resolve() })
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

/** A frame for an extension: it may run scripts, and nothing else. */
export function frameElement(url: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  frame.title = title
  frame.src = url
  return frame
}
