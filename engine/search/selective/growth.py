"""How many nodes the tree would have if the weight of a class of moves were raised: in one search.

Beside its depth every node carries the depth that it would have with the weight of each class
raised by a little. A node counts for a class if its parent has depth left in this sense. What is
searched is the tree of the weights in force; a raised weight makes lines shorter, so the other
trees lie within it but for values that would come out differently.
Source: Björnsson 2002, section 6.3.4 and appendix B.
"""

from engine.machine.core import core, int64, void
from engine.machine.words import U64, as_record, at, bit
from engine.search.selective.memory import CLASSES, MEMORY, Node
from engine.search.shared.worker import Worker

NUMBER = U64(len(CLASSES))


@core(void(Worker, Node, int64))
def begin_counting(worker, node, depth):
    """At the root: every vector of weights has the whole depth before it, and counts the node."""
    memory = as_record(worker.memory, MEMORY)
    memory.own_nodes += 1
    for number in range(NUMBER):
        node.open[number] = depth
        memory.altered_nodes[number] += 1


@core(void(Worker, Node))
def count_node_by_weights(worker, node):
    """Count a node that is entered, for each class whose raised weight leads here too."""
    memory, parent = as_record(worker.memory, MEMORY), at(node, -1)
    if memory.probing:
        return
    memory.own_nodes += 1
    for number in range(NUMBER):
        memory.altered_nodes[number] += int64(parent.open[number] > 0)


@core(void(Worker, Node, int64))
def lead_on(worker, node, used):
    """Before a child is searched that uses up some depth: what each class has left there."""
    delta, child = as_record(worker.memory, MEMORY).delta, at(node, 1)
    for number in range(NUMBER):
        raised = delta if node.classes & bit(number) else 0
        child.open[number] = node.open[number] - used - raised


@core(void(Node, int64))
def shift_open(node, depth):
    """Before and after a search of the same node less deep: what each class has left there."""
    for number in range(NUMBER):
        node.open[number] += depth
