import { type ReactNode, type Ref, use, useImperativeHandle } from 'react'
import { useFilter } from 'react-aria/useFilter'
import { Button } from 'react-aria-components/Button'
import {
  ComboBox as AriaComboBox,
  type ComboBoxProps as AriaComboBoxProps,
  ComboBoxStateContext,
} from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import { FieldFrame, useTouched, type FieldText } from './field.tsx'
import { Icon } from './icon.tsx'
import { OptionList, type Option, type Options } from './option.tsx'
import { Float } from './popover.tsx'
import { ProgressRing } from './progress-bar.tsx'

export interface ComboBoxProps
  extends
    Omit<
      AriaComboBoxProps<Option>,
      | 'children'
      | 'className'
      | 'style'
      | 'render'
      | 'isRequired'
      | 'items'
      | 'defaultItems'
      | 'value'
      | 'defaultValue'
      | 'onChange'
      | 'selectionMode'
      | 'selectedKey'
      | 'defaultSelectedKey'
      | 'onSelectionChange'
      | 'defaultFilter'
    >,
    FieldText {
  options: Options
  /** Id of the chosen option; `null` for none. */
  value?: string | null | undefined
  defaultValue?: string | null | undefined
  onChange?: ((value: string | null) => void) | undefined
  /**
   * `remote`: the options already match the typed text, which `onInputChange` reports; they are shown unfiltered.
   * `local` (default): the field itself keeps the options that contain the typed text.
   */
  filter?: 'local' | 'remote' | undefined
  /** New options are loading; the old ones stay visible. */
  isLoading?: boolean | undefined
  placeholder?: string | undefined
  prefix?: string | ReactNode
  isSmall?: boolean | undefined
  /** Why nothing can be chosen now; replaces the description. The field stays focusable. */
  disabledReason?: string | undefined
  /** Shown when nothing matches. */
  empty?: ReactNode
  /** A handle that closes the list, for a caller that handles a key before the box does. */
  list?: Ref<{ close(): void }> | undefined
}

function ListHandle({ list }: { list: ComboBoxProps['list'] }) {
  const state = use(ComboBoxStateContext)
  useImperativeHandle(list, () => ({ close: () => state?.close() }), [state])
  return null
}

/** A field for one of many options, found by typing. */
export function ComboBox({
  label,
  hint,
  note,
  description,
  errorMessage,
  isTouched,
  isRequired = false,
  options,
  value,
  defaultValue,
  onChange,
  filter = 'local',
  isLoading,
  placeholder,
  prefix,
  isSmall,
  disabledReason,
  empty = 'Nothing found',
  list,
  ...rest
}: ComboBoxProps) {
  const { isInvalid, touch } = useTouched({ errorMessage, isTouched })
  const { contains } = useFilter({ sensitivity: 'base' })
  return (
    <AriaComboBox<Option>
      menuTrigger="focus"
      allowsEmptyCollection
      {...rest}
      {...(disabledReason === undefined ? {} : { isReadOnly: true })}
      {...(value === undefined ? {} : { value })}
      {...(defaultValue === undefined ? {} : { defaultValue })}
      onChange={(key) => onChange?.(key === null ? null : String(key))}
      defaultFilter={
        filter === 'remote' ? () => true : (text, typed) => contains(text, typed.trim())
      }
      isRequired={isRequired}
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      {list ? <ListHandle list={list} /> : null}
      <FieldFrame
        {...{ label, hint, note, errorMessage, isRequired }}
        description={disabledReason ?? description}
        {...touch}
      >
        <Group className={classNames(control.box, isSmall && control.small)}>
          {prefix ? (
            <span className={control.affix}>
              {typeof prefix === 'string' ? <Icon name={prefix} size={14} /> : prefix}
            </span>
          ) : null}
          <Input {...(placeholder ? { placeholder } : {})} className={control.input ?? ''} />
          {isLoading ? <ProgressRing label="Loading options" /> : null}
          <Button className={control.inside ?? ''}>
            <Icon name="chevrons-up-down" size={12} />
          </Button>
        </Group>
      </FieldFrame>
      <Float isTriggerWide>
        <OptionList options={options} empty={isLoading ? 'Loading…' : empty} />
      </Float>
    </AriaComboBox>
  )
}
