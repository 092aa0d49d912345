import { Button } from '@typecase/ui/button'
import type { FieldText } from '@typecase/ui/field'
import { Field } from '@typecase/ui/field'
import { TextWithTools } from '@typecase/ui/toolbar'
import { Focus } from '@typecase/plugin-sdk/focus'
import { Here } from '@typecase/plugin-sdk/here'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'

import { switchableText } from '../session/editor-page.ts'

import { RichEditor } from '../text/rich-editor.tsx'
import { SourceEditor, type SourceEditorHandle } from '../text/source-editor.tsx'
import type { TextFormat } from '../text/text-format.ts'
import { useSession } from '../use-session.tsx'
import styles from './fields.module.css'

/** Edits a text as formatted text or as source. It starts as source if the visual editor could format none of it. */
export function FormattedText({
  text,
  label,
  value,
  onChange,
  format,
  language,
}: {
  text: FieldText
  label: string
  value: string
  onChange: (value: string) => void
  format: TextFormat
  language: 'html' | 'markdown'
}) {
  const session = useSession()
  const [isSource, setSource] = useState(() => format.isSource(value))
  const [lastValue, setLastValue] = useState(value)
  // The value was changed from outside, by a merge or a discard.
  if (lastValue !== value) {
    setLastValue(value)
    if (format.isSource(value)) setSource(true)
  }
  const here = useService(Here)
  const focus = useService(Focus)
  const source = useRef<SourceEditorHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const [isVisited, setVisited] = useState(false)
  const [switches, setSwitches] = useState(0)
  // Commands switch the text that had the focus last.
  const takeBack = useRef<() => void>(undefined)
  useEffect(() => () => takeBack.current?.(), [])
  useEffect(() => {
    if (switches === 0) return
    // A palette that ran this keeps the focus until it has closed.
    requestAnimationFrame(() =>
      focus.moveTo(box.current?.querySelector('[data-focus-target], [role="textbox"]')),
    )
  }, [switches, focus])
  const deferredValue = useDeferredValue(value)
  const isForeign = useMemo(
    () => isSource && format.isSource(deferredValue),
    [isSource, format, deferredValue],
  )

  function handleChange(next: string) {
    setLastValue(next)
    onChange(next)
  }

  function switchView() {
    setSource((is) => !is)
    setSwitches((count) => count + 1)
  }

  function handleFocus() {
    setVisited(true)
    takeBack.current?.()
    takeBack.current = here.offer(switchableText, { switchView })
  }

  return (
    <Field {...text}>
      <div ref={box} className={styles.whole} onFocus={handleFocus}>
        {isVisited ? <SourceFact /> : null}
        {isSource ? (
          <div className={styles.source}>
            <TextWithTools
              onType={() => source.current?.takeFocus()}
              tools={
                <div className={styles.tools}>
                  <span className={styles.toolNote}>
                    {isForeign ? 'Source: the visual editor cannot show this text' : 'Source'}
                  </span>
                  <Button variant="quiet" icon="type" onPress={switchView}>
                    Edit visually
                  </Button>
                </div>
              }
            >
              <SourceEditor
                ref={source}
                label={label}
                language={language}
                value={value}
                onChange={handleChange}
              />
            </TextWithTools>
          </div>
        ) : (
          <RichEditor
            label={label}
            value={value}
            onChange={handleChange}
            onFlush={session.onFlush}
            onSource={switchView}
            format={format}
          />
        )}
      </div>
    </Field>
  )
}

function SourceFact() {
  useProvideFacts({ 'editor.hasTextWithSource': true })
  return null
}
