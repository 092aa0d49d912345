import { foldComposed } from '@typecase/content-query/composed'
import { fold, holdsWords } from '@typecase/plugin-sdk/text-match'
import { ComboBox } from '@typecase/ui/combo-box'
import { isComposing } from '@typecase/ui/keyboard'
import type { Option } from '@typecase/ui/select'
import { type KeyboardEvent, useRef, useState } from 'react'

interface PickBoxProps {
  label: string
  /** All options, or with `onText` the matches of the typed text. */
  options: readonly Option[]
  /** The chosen option, shown in the box while the user does not type. */
  displayText: string
  /** Called with the chosen option. @param goesOn whether to move the focus on; false if it is moving, as after Tab */
  onChoose: (id: string, goesOn: boolean) => void
  /** Accepts a text that is not an option. @returns whether it was accepted */
  onTyped?: (text: string, goesOn: boolean) => boolean
  /** Called on Enter without typed text. */
  onEnter: () => void
  /** The text being typed; undefined once it is accepted or discarded. */
  onText?: (text: string | undefined) => void
  /** The options already match the typed text. */
  isRemote?: boolean
  isLoading?: boolean
  placeholder?: string
  errorMessage?: string | undefined
}

/**
 * A combo box for the keyboard: Enter chooses the first option that matches the typed text, and so does Tab, which then
 * moves on to the next box.
 */
export function PickBox(props: PickBoxProps) {
  const {
    label,
    options,
    displayText,
    onChoose,
    onTyped,
    onEnter,
    onText,
    isRemote = false,
  } = props
  const [text, setTyped] = useState<string>()
  // A text that equals `displayText` was not typed.
  const typed = text === displayText ? undefined : text
  const list = useRef<{ close(): void }>(null)
  const matches = typed === undefined || isRemote ? options : matching(options, typed)

  function type(next: string | undefined) {
    setTyped(next)
    onText?.(next)
  }

  function choose(id: string, goesOn: boolean) {
    type(undefined)
    list.current?.close()
    onChoose(id, goesOn)
  }

  /**
   * Accepts the typed text: as the option with the same label, as a custom text, or as the first option that matches.
   */
  function take(goesOn: boolean): void {
    if (typed === undefined || typed.trim() === '') return type(undefined)
    const same = matches.find((option) => foldComposed(option.label) === foldComposed(typed.trim()))
    if (same) return choose(same.id, goesOn)
    if (onTyped?.(typed, goesOn)) {
      list.current?.close()
      return type(undefined)
    }
    const [first] = matches
    if (first) choose(first.id, goesOn)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const input = event.target
    if (!(input instanceof HTMLInputElement) || isComposing(event)) return
    // If the arrow keys have marked an option, the combo box handles the key.
    if (input.hasAttribute('aria-activedescendant')) return
    if (event.key === 'Tab' && !event.shiftKey) take(false)
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (typed !== undefined && typed.trim() !== '') return take(true)
    type(undefined)
    onEnter()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it takes keys before the box inside does, which is the control
    <div
      onKeyDownCapture={handleKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        const isInList = relatedTarget instanceof Element && relatedTarget.closest('[role=listbox]')
        if (!isInList && !currentTarget.contains(relatedTarget)) take(false)
      }}
    >
      <ComboBox
        aria-label={label}
        isSmall
        list={list}
        // An empty box offers all options; a filled one shows them only after typing.
        menuTrigger={displayText === '' ? 'focus' : typed === undefined ? 'manual' : 'input'}
        allowsCustomValue
        // A box that accepts any text shows no “nothing found”.
        allowsEmptyCollection={!onTyped}
        filter="remote"
        options={[...matches]}
        value={null}
        inputValue={typed ?? displayText}
        onInputChange={(next) => {
          if (next !== (typed ?? displayText)) type(next)
        }}
        onChange={(id) => {
          if (id !== null) choose(id, true)
        }}
        isLoading={props.isLoading}
        placeholder={props.placeholder}
        {...(props.errorMessage && { errorMessage: props.errorMessage, isTouched: true })}
      />
    </div>
  )
}

/** Returns the options that contain all words; those that begin with the text come first. */
function matching(options: readonly Option[], typed: string): readonly Option[] {
  const text = fold(typed)
  const rank = ({ label }: Option): number => (fold(label).startsWith(text) ? 0 : 1)
  return options
    .filter(({ label, description = '' }) => holdsWords(`${label} ${description}`, typed))
    .toSorted((a, b) => rank(a) - rank(b))
}
