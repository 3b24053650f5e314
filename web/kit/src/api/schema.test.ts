import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypescript, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { expect, it } from 'vitest'

const documentFile = new URL('../../../../api/openapi.json', import.meta.url)
const schemaFile = fileURLToPath(new URL('schema.ts', import.meta.url))

it('the types are those of the API document (if not: npm run generate)', async () => {
  expect(existsSync(fileURLToPath(documentFile))).toBe(true)
  const generated = COMMENT_HEADER + astToString(await openapiTypescript(documentFile))
  expect(readFileSync(schemaFile, 'utf8').trim()).toBe(generated.trim())
})
