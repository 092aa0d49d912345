import type { InstalledExtension } from '@typecase/contract/extensions'
import type { Context, OpenObject } from '@typecase/extension-sdk/protocol'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Schemas, Theme } from '@typecase/plugin-sdk/services'
import type { EditorForm } from '@typecase/content/slots'
import { FailureState } from '@typecase/ui/failure-state'
import { currentPlatform } from '@typecase/ui/keyboard'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { createBroker } from '../frames/broker.ts'
import { connectFrame, type FrameConnection } from '../frames/connect-frame.ts'
import styles from './extensions.module.css'

export interface ExtensionFrameProps {
  installed: InstalledExtension
  bucket: string
  view: 'page' | 'panel'
  /** In a panel: the open object with its unsaved values. */
  object?: OpenObject
  form?: EditorForm
}

/** An extension on screen. It renders in its own document, which has no access to the dashboard's. */
export function ExtensionFrame(props: ExtensionFrameProps) {
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<string>()
  const { title } = props.installed.manifest
  if (failure !== undefined)
    return (
      <FailureState
        title={`“${title}” was stopped`}
        onRetry={() => {
          setFailure(undefined)
          setAttempt(attempt + 1)
        }}
      >
        {failure} Nothing else is affected.
      </FailureState>
    )
  // Another version or attempt loads another document.
  return (
    <ReadyFrame key={`${props.installed.url} ${attempt}`} {...props} onUnavailable={setFailure} />
  )
}

interface FrameProps extends ExtensionFrameProps {
  onUnavailable: (reason: string) => void
}

/** Renders the frame when the code that checks messages has loaded, because all messages must be checked. */
function ReadyFrame(props: FrameProps) {
  const { onUnavailable, installed } = props
  const schemas = useService(Schemas)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let isMounted = true
    schemas.ready().then(
      () => isMounted && setReady(true),
      (reason: Error) => isMounted && onUnavailable(reason.message),
    )
    return () => {
      isMounted = false
    }
  }, [schemas, onUnavailable])
  return isReady ? <Frame {...props} /> : <SkeletonLines label={installed.manifest.title} />
}

function Frame({ installed, bucket, view, object, form, onUnavailable }: FrameProps) {
  const services = useServices()
  const focus = useService(Focus)
  const themes = useService(Theme)
  const theme = useSyncExternalStore(themes.subscribe, () => themes.scheme())
  const frame = useRef<HTMLIFrameElement>(null)
  const connection = useRef<FrameConnection>(undefined)
  const [isConnected, setConnected] = useState(false)
  const [height, setHeight] = useState<number>()
  const context: Context = { view, bucket, theme, ...(object && { object }) }
  // The connection stays open as long as the document, so it reads current values through a ref.
  const now = useRef({ context, form })
  useEffect(() => {
    now.current = { context, form }
  })

  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const { manifest } = installed
    const frameConnection = connectFrame(element, {
      manifest,
      context: now.current.context,
      onUnavailable,
      answer: createBroker({
        services,
        manifest,
        bucket,
        ...(view === 'panel' && {
          form: {
            edit: (path, value) => now.current.form?.edit(path, value),
            goTo: (path) => now.current.form?.goTo(path),
          },
          resize: setHeight,
        }),
        press(key) {
          // Ignores keys from a frame that does not have the focus.
          if (document.activeElement !== element) return
          if (key === 'Escape') focus.moveTo(element.closest('main'))
          else pressInFrame(element, key)
        },
      }),
    })
    connection.current = frameConnection
    frameConnection.connected.then(
      () => setConnected(true),
      () => {},
    )
    return () => frameConnection.close()
  }, [services, focus, installed, bucket, view, onUnavailable])

  const contextJson = JSON.stringify(context)
  useEffect(() => {
    // The context contains only JSON, and its text changes only if a value does.
    if (isConnected) connection.current?.setContext(JSON.parse(contextJson) as Context)
  }, [contextJson, isConnected])

  return (
    <>
      {isConnected ? null : <SkeletonLines label={installed.manifest.title} />}
      <iframe
        ref={frame}
        className={view === 'page' ? styles.pageFrame : styles.panelFrame}
        data-waits={!isConnected || undefined}
        style={height === undefined ? {} : { blockSize: height }}
        title={view === 'page' ? installed.manifest.title : installed.manifest.panel?.title}
        src={installed.url}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
      />
    </>
  )
}

/** Passes a key on to the dashboard, as if it had been pressed outside the frame. */
function pressInFrame(element: HTMLElement, key: string): void {
  const isApple = currentPlatform() === 'mac'
  element.dispatchEvent(
    new KeyboardEvent('keydown', {
      key,
      ctrlKey: !isApple,
      metaKey: isApple,
      bubbles: true,
      cancelable: true,
    }),
  )
}
