/** The entities and the migrations are written apart; here they are held together. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { entities } from '../../db/entities/index.ts';
import { migratedDatabase } from '../support/api.ts';

interface Column {
  table: string;
  column: string;
  nullable: boolean;
  type: string;
  primary: boolean;
}

let database: Awaited<ReturnType<typeof migratedDatabase>>;
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(() => database.drop());

/** What the migrated database has; the migrator's own table is not ours. */
const columnsInDatabase = () =>
  database.orm.em.fork().execute<Column[]>(
    `select c.table_name as "table", c.column_name as "column", c.is_nullable = 'YES' as nullable,
       case c.data_type when 'ARRAY' then ltrim(c.udt_name, '_') || '[]' else c.udt_name end as type,
       exists (
         select 1 from information_schema.table_constraints t
         join information_schema.key_column_usage k using (constraint_schema, constraint_name)
         where t.constraint_type = 'PRIMARY KEY' and k.table_schema = c.table_schema
           and k.table_name = c.table_name and k.column_name = c.column_name
       ) as "primary"
     from information_schema.columns c
     where c.table_schema = 'public' and c.table_name <> 'mikro_orm_migrations'
     order by 1, 2`,
  );

/** PostgreSQL's own names of the types that MikroORM writes. */
const NAMES: Record<string, string> = {
  boolean: 'bool',
  int: 'int4',
  'integer[]': 'int4[]',
  bigint: 'int8',
  'double precision': 'float8',
  // The database keeps documents as they were written; to MikroORM every JSON is jsonb.
  jsonb: 'json',
};
const nameOf = (columnType = '') => {
  const bare = columnType.replace(/\(\d+\)/, '');
  return NAMES[bare] ?? bare;
};

/** What MikroORM believes of it. */
function columnsInEntities(): Column[] {
  const columns = [...database.orm.getMetadata().getAll().values()].flatMap((entity) =>
    entity.props.flatMap((property) =>
      (property.fieldNames ?? []).map((column, i) => ({
        table: entity.tableName,
        column,
        nullable: property.nullable === true,
        type: nameOf(property.columnTypes?.[i]),
        primary: property.primary === true,
      })),
    ),
  );
  const key = ({ table, column }: Column) => `${table} ${column}`;
  return columns.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

describe('the migrated database', () => {
  test('has every column of every entity, and no entity lacks one of it: same name, type, key and nullability', async () => {
    const key = ({ table, column }: Column) => `${table} ${column}`;
    const found = [...(await columnsInDatabase())].sort((a, b) => (key(a) < key(b) ? -1 : 1));
    expect(columnsInEntities()).toEqual(found);
  });

  test('has a table for every entity', () => {
    const tables = new Set(columnsInEntities().map(({ table }) => table));
    expect(tables.size).toBe(entities.length);
  });

  test('is taken down again without a trace', async () => {
    const own = await migratedDatabase();
    try {
      await own.orm.migrator.down({ to: 0 });
      const left = await own.orm.em.fork().execute(
        `select table_name from information_schema.tables
           where table_schema = 'public' and table_name <> 'mikro_orm_migrations'`,
      );
      expect(left).toEqual([]);
    } finally {
      await own.drop();
    }
  });
});
