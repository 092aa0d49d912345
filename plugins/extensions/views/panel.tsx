import type { InstalledExtension } from '@typecase/contract/extensions'
import type { OpenObject } from '@typecase/extension-sdk/protocol'
import type { Slots } from '@typecase/plugin-sdk/slot'
import { InspectorSection } from '@typecase/ui/split-layout'
import { type ComponentType, useEffect, useState } from 'react'

import { ExtensionFrame } from './extension-frame.tsx'

type Props = Slots['editor.inspector']

/** Milliseconds after which a panel receives typed values. */
const PAUSE = 200

/** The panel of an extension next to the open object, as a module for a slot. */
export function panelOf(
  installed: InstalledExtension,
  bucket: string,
): { default: ComponentType<Props> } {
  const { id, title, panel } = installed.manifest
  function Panel(props: Props) {
    return (
      <InspectorSection title={panel?.title ?? title}>
        <ExtensionFrame
          // Another object loads another document, so that data of the last one cannot be mistaken for its own.
          key={props.object.id}
          installed={installed}
          bucket={bucket}
          view="panel"
          object={useOpenObject(props)}
          form={props.form}
        />
      </InspectorSection>
    )
  }
  Panel.displayName = `Panel of ${id}`
  return { default: Panel }
}

function readValues({ object, objectType, form }: Props): OpenObject {
  const title = form.valueAt('title')
  return {
    id: object.id,
    type: object.type,
    locale: object.locale ?? null,
    title: typeof title === 'string' ? title : '',
    slug: object.slug,
    content: form.valueAt('content') ?? null,
    metadata: Object.fromEntries(
      objectType.metafields.map(({ key }) => [key, form.valueAt(`metadata.${key}`) ?? null]),
    ),
  }
}

/** Returns the open object with the typed values, after a short delay. */
function useOpenObject({ object, objectType, form }: Props): OpenObject {
  const [values, setValues] = useState(() => readValues({ object, objectType, form }))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => setValues(readValues({ object, objectType, form }))
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(read, PAUSE)
    }
    later()
    const stop = form.subscribe(later)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [object, objectType, form])
  return values
}
