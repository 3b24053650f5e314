// Package emergency stops parts of the product: one person stops one, two let it run
// again. The program brakes by itself where its own check finds something wrong.
package emergency
