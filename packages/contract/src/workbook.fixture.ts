import { buffer } from 'node:stream/consumers'

import { ZipFile } from 'yazl'

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const KIND = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface WorkbookContent {
  /** The rows of each sheet as XML, by the attributes of the sheet: `name="A"`. */
  readonly sheets: Readonly<Record<string, string>>
  readonly strings?: string
  readonly styles?: string
  /** Attributes of the workbook: `date1904="1"`. */
  readonly properties?: string
  /** Files that replace those of the workbook. */
  readonly files?: Readonly<Record<string, string>>
}

/** Creates a workbook as spreadsheets write it. */
export async function workbookOf(content: WorkbookContent): Promise<Buffer> {
  const { sheets, strings = '', styles = '', properties = '', files = {} } = content
  const rows = Object.entries(sheets)
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${KIND}/${kind}" Target="${target}"/>`
  const parts = {
    '_rels/.rels': `<Relationships>${link('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook ${MAIN}><workbookPr ${properties}/><sheets>${rows
      .map(([attributes], index) => `<sheet ${attributes} r:id="rId${index}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${rows
      .map((_, index) => link(`rId${index}`, 'worksheet', `worksheets/sheet${index}.xml`))
      .join(
        '',
      )}${link('rIdS', 'styles', 'styles.xml')}${link('rIdT', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    ...Object.fromEntries(
      rows.map(([, xml], index) => [
        `xl/worksheets/sheet${index}.xml`,
        `<worksheet ${MAIN}><sheetData>${xml}</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells></worksheet>`,
      ]),
    ),
    ...files,
  }
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream)
}
