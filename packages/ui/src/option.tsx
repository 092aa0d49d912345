import type { ReactNode } from 'react'
import { Collection } from 'react-aria-components/Collection'
import { Header } from 'react-aria-components/Header'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Text } from 'react-aria-components/Text'
import { Icon } from './icon.tsx'
import styles from './option.module.css'

/** An entry of a select, a combo box or a list of options. */
export interface Option {
  id: string
  label: string
  description?: string | undefined
  /** An icon's name, or an element such as a thumbnail. */
  icon?: string | ReactNode
  isDisabled?: boolean | undefined
}

/** Options under a heading. */
export interface OptionSection {
  title: string
  options: Option[]
}

/** Options: either all of them are in sections, or none. */
export type Options = Option[] | OptionSection[]

/** Whether the options are in sections. */
export function isSectioned(options: Options): options is OptionSection[] {
  return options.some((entry) => 'options' in entry)
}

/** Returns all options of a list, in sections or not. */
export function flatOptions(options: Options): Option[] {
  return isSectioned(options) ? options.flatMap((section) => section.options) : options
}

function OptionRow({ option }: { option: Option }) {
  const { label, description, icon, isDisabled = false } = option
  return (
    <ListBoxItem
      id={option.id}
      textValue={label}
      isDisabled={isDisabled}
      className={styles.option ?? ''}
    >
      {({ isSelected }) => (
        <>
          {icon ? (
            <span className={styles.icon}>
              {typeof icon === 'string' ? <Icon name={icon} /> : icon}
            </span>
          ) : null}
          <span className={styles.words}>
            <Text slot="label">{label}</Text>
            {description ? (
              <Text slot="description" className={styles.description ?? ''}>
                {description}
              </Text>
            ) : null}
          </span>
          <span className={styles.check}>
            {isSelected ? <Icon name="check" size={14} /> : null}
          </span>
        </>
      )}
    </ListBoxItem>
  )
}

/** The list inside the popover of a select or a combo box. */
export function OptionList({ options, empty }: { options: Options; empty: ReactNode }) {
  const list = { className: styles.list ?? '' }
  const renderEmptyState = () => <div className={styles.empty}>{empty}</div>
  if (!isSectioned(options)) {
    return (
      <ListBox {...list} items={options} renderEmptyState={renderEmptyState}>
        {(option) => <OptionRow option={option} />}
      </ListBox>
    )
  }
  return (
    <ListBox {...list} renderEmptyState={renderEmptyState}>
      {options.map((section) => (
        <ListBoxSection key={section.title} id={section.title}>
          <Header className={styles.header ?? ''}>{section.title}</Header>
          <Collection items={section.options}>
            {(option) => <OptionRow option={option} />}
          </Collection>
        </ListBoxSection>
      ))}
    </ListBox>
  )
}
