package sqldb

import (
	"errors"
	"fmt"
	"reflect"
)

// Probe says what is wrong with a table's list of columns: a column that the
// schema lacks or has with another type, a field that two columns hold, a row
// that is not read as it was stored. It works in a copy of the table that has no rows and no
// constraints. It is for tests; dbtest.Tables calls it.
func (t *Table[T]) Probe(tx *Tx) error {
	first, err1 := t.sample(1)
	second, err2 := t.sample(2)
	stored := []T{*new(T), first, second}
	if err := errors.Join(t.fieldsNamedTwice(), err1, err2); err != nil {
		return err
	}
	duplicate := *t
	duplicate.name = "probe_" + t.name
	if err := tx.Do("CREATE TABLE " + duplicate.name + " AS SELECT " + t.Names() + " FROM " + t.name + " WHERE 1 = 0"); err != nil {
		return err
	}
	insert := duplicate.Insert()
	for i := range stored {
		insert.Add(tx, stored[i])
		read, _, err := Find(tx, duplicate.Scan, duplicate.Select(""))
		if err != nil {
			return err
		}
		// A zero map is stored as a text and read as one that is not nil.
		if i > 0 && !reflect.DeepEqual(read, stored[i]) {
			return fmt.Errorf("%s: stored %+v, read %+v", t.name, stored[i], read)
		}
		if err := tx.Do("DELETE FROM " + duplicate.name); err != nil {
			return err
		}
	}
	return tx.Do("DROP TABLE " + duplicate.name)
}

// sample is a value whose columns all differ, and from those of another number.
func (t *Table[T]) sample(number int64) (v T, err error) {
	for i, field := range t.fields(nil, &v) {
		err = errors.Join(err, sampleOf(field, t.columns[i], number*1000+int64(i)))
	}
	return v, err
}

func sampleOf(field any, of column, n int64) error {
	if held, isCoded := field.(coded); isCoded {
		for _, text := range []string{fmt.Sprintf(`{"sample":"%d"}`, n), `{}`, fmt.Sprintf(`[%d]`, n), `[{}]`, `[]`, fmt.Sprintf(`"%d"`, n), fmt.Sprint(n),
			fmt.Sprintf("0x%040x", n), fmt.Sprintf("0x%064x", n)} {
			if held.read(text) == nil {
				return nil
			}
		}
		return fmt.Errorf("the column %s reads no sample", of.name)
	}
	if of.isInteger {
		if err := assign(field, value{isInt: true, integer: n}); err != nil {
			// A narrow field takes few numbers.
			return assign(field, value{isInt: true, integer: n % 100})
		}
		return nil
	}
	return assign(field, value{text: fmt.Sprintf("%s %d", of.name, n)})
}

func (t *Table[T]) fieldsNamedTwice() error {
	holds := make(map[uintptr]string)
	for _, c := range t.columns {
		if other, isHeld := holds[c.field.at]; isHeld {
			return fmt.Errorf("%s: the columns %s and %s hold one field", t.name, other, c.name)
		}
		holds[c.field.at] = c.name
	}
	return nil
}
